import { listenToErrors } from '../telemetry/listen-to-errors';

/** Reports what handlers, timers and promises throw; what rendering throws is caught around the screen. Returns a function that stops it. */
export const watchErrors = (): (() => void) =>
  listenToErrors((thrown) => {
    import(/* webpackChunkName: 'crash' */ '../telemetry/report-thrown').then(
      ({ reportThrown }) => reportThrown(thrown),
      () => undefined, // without a connection there is no report either
    );
  });
