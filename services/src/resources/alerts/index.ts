// What other resources may use.
export { endAlertsElsewhere, pruneEndedBrowsers, pruneEveryBrowser } from './browsers';
export { alertsOf, mailKeptMs } from './send';
export { isEnd, pathTo, type AlertOf } from './words';
export { dropJobs, waitForDrops } from './shown';
