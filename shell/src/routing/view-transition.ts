import { startTransition } from 'react';
import { flushSync } from 'react-dom';

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Runs an update with a view transition, where the browser has one and the student has not asked for less motion; else as a React
 * transition, so that the page responds before the new screen is rendered.
 */
export function withTransition(update: () => void): void {
  if (!('startViewTransition' in document) || isStill()) return startTransition(update);
  const { finished } = document.startViewTransition(() => flushSync(update));
  // rejected when a transition is skipped; the page was updated all the same
  finished.catch(() => undefined);
}
