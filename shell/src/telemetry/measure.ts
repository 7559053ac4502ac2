import type { BrowserReport } from '@flint/contracts/routes/browser-report';
import { tell } from './tell';

type Vital = BrowserReport['vitals'][number];

/** Long after the first screen: what measures must not slow what is measured (the browser keeps the early entries). */
const WAIT_MS = 6_000;

/** Measures this page's web vitals and tells them once, when it is left or hidden. */
export function measureLater(): () => void {
  const timer = setTimeout(() => {
    measure().catch(() => undefined); // a page without its figures is no worse for the student
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
    tell({ vitals: [...measured].map(([name, value]) => ({ name, value })) });
  };
  document.addEventListener('visibilitychange', leave);
}
