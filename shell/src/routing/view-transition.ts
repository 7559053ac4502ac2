import { startTransition } from 'react';
import { flushSync } from 'react-dom';

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Runs an update of the page, with a short fade where the browser has one and motion is welcome; else as a React transition, so that
 * the touch is answered before a whole screen is rendered.
 */
export function withTransition(update: () => void): void {
  if (!('startViewTransition' in document) || isStill()) return startTransition(update);
  const { finished } = document.startViewTransition(() => flushSync(update));
  // a transition that another one, or a hidden page, cuts short has still updated the page
  finished.catch(() => undefined);
}
