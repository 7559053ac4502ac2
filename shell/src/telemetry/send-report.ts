import type { BrowserReport } from '@flint/contracts/routes/browser-report';

/** Sends a report without waiting for an answer. A failure is ignored: reporting must not harm the page. */
export function sendReport({ vitals = [], failures = [], loads }: Partial<BrowserReport>): void {
  // a request without a connection would be an error on the console
  if (!navigator.onLine || typeof navigator.sendBeacon !== 'function') return;
  const report: BrowserReport = { vitals, failures, ...(loads && { loads }) };
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  navigator.sendBeacon('/api/v1/browser-reports', body);
}

type Load = NonNullable<BrowserReport['loads']>[number];

const told = new Set<string>();
/** Reports of screens that work wait this long, in milliseconds, so that they do not slow the first screen. */
const LATER_MS = 3_000;

/** Reports, once per page and release, that a screen was loaded, and once that it failed. */
export function reportLoad(load: Load): void {
  const tries = load.failed ? [{ ...load, failed: false }, load] : [load];
  const loads = tries.filter((each) => {
    const key = JSON.stringify(each);
    return load.version && !told.has(key) && told.add(key);
  });
  if (loads.length > 0) setTimeout(() => sendReport({ loads }), load.failed ? 0 : LATER_MS);
}
