import { sayFailure, tellFailure, type Report } from '../remotes/report';

/** Says and tells that our own code failed, and where; that is worked out by code that a page without failures never loads. */
export function reportCrash(report: Report): void {
  sayFailure(report);
  import(/* webpackChunkName: 'crash' */ './tell-crash').then(
    ({ tellCrash }) => tellCrash(report),
    () => tellFailure(report),
  );
}
