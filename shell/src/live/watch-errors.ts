import { listenToFrames } from '../remotes/frame-errors';
import { listenToErrors } from '../telemetry/listen-to-errors';

type Reports = typeof import('../telemetry/report-thrown');

/** Without a connection there is no report. */
const load = (use: (reports: Reports) => void): void =>
  void import(/* webpackChunkName: 'crash' */ '../telemetry/report-thrown').then(use, () => undefined);

/**
 * Reports what handlers, timers and promises throw, also in frames; what rendering throws is caught around the screen. Returns a function that
 * stops it.
 */
export function watchErrors(): () => void {
  const stops = [
    listenToErrors((thrown) => load(({ reportThrown }) => reportThrown(thrown))),
    listenToFrames((id) => load(({ reportThrownInFrame }) => reportThrownInFrame(id))),
  ];
  return () => stops.forEach((stop) => stop());
}
