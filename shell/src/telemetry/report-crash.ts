import { logFailure, sendFailure, type Report } from '../remotes/report';

/** Logs and reports a crash of our own code. The code that finds its position is loaded only after a crash. */
export function reportCrash(report: Report): void {
  logFailure(report);
  import(/* webpackChunkName: 'crash' */ './send-crash').then(
    ({ sendCrash }) => sendCrash(report),
    () => sendFailure(report),
  );
}
