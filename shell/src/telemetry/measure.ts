import type { BrowserReport } from '@flint/contracts/routes/browser-report';
import { sendReport } from './send-report';

type Vital = BrowserReport['vitals'][number];

/** Delay after the first screen: measuring must not slow what it measures, even on a slow device (the browser buffers the early entries). */
const WAIT_MS = 20_000;

/** Measures the web vitals of this page and reports them once, when the page is left or hidden. */
export function measureLater(): () => void {
  const timer = setTimeout(() => {
    measure().catch(() => undefined); // the student does not need the measurement
  }, WAIT_MS);
  return () => clearTimeout(timer);
}

async function measure(): Promise<void> {
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals');
  const measured = new Map<Vital['name'], number>();
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(({ name, value }) => measured.set(name, value));
  const leave = () => {
    if (document.visibilityState !== 'hidden' || measured.size === 0) return;
    document.removeEventListener('visibilitychange', leave);
    sendReport({ vitals: [...measured].map(([name, value]) => ({ name, value })) });
  };
  document.addEventListener('visibilitychange', leave);
}
