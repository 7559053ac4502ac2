import type { BrowserReport } from '@flint/contracts/routes/browser-report';

/** Hands a report over without waiting and whatever becomes of it: a page must not suffer from being looked after. */
export function tell({ vitals = [], failures = [] }: Partial<BrowserReport>): void {
  // an offline browser would write the attempt into its console
  if (!navigator.onLine || typeof navigator.sendBeacon !== 'function') return;
  const report: BrowserReport = { vitals, failures };
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  navigator.sendBeacon('/api/v1/browser-reports', body);
}
