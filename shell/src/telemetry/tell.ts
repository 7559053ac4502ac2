import type { BrowserReport } from '@flint/contracts/routes/browser-report';

/** Hands a report over without waiting and whatever becomes of it: a page must not suffer from being looked after. */
export function tell({ vitals = [], failures = [], loads }: Partial<BrowserReport>): void {
  // an offline browser would write the attempt into its console
  if (!navigator.onLine || typeof navigator.sendBeacon !== 'function') return;
  const report: BrowserReport = { vitals, failures, ...(loads && { loads }) };
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  navigator.sendBeacon('/api/v1/browser-reports', body);
}

type Load = NonNullable<BrowserReport['loads']>[number];

const told = new Set<string>();
/** A screen that works has better to do at first. */
const LATER_MS = 3_000;

/** Tells once for a page that it tried to show a screen of a release, and once that it failed. */
export function tellLoad(load: Load): void {
  const tries = load.failed ? [{ ...load, failed: false }, load] : [load];
  const loads = tries.filter((each) => {
    const key = JSON.stringify(each);
    return load.version && !told.has(key) && told.add(key);
  });
  if (loads.length > 0) setTimeout(() => tell({ loads }), load.failed ? 0 : LATER_MS);
}
