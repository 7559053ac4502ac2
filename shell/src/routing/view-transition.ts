import { flushSync } from 'react-dom';

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Runs an update of the page, with a short fade where the browser has one and motion is welcome. */
export function withTransition(update: () => void): void {
  if (!('startViewTransition' in document) || isStill()) return update();
  const { finished } = document.startViewTransition(() => flushSync(update));
  // a transition that another one, or a hidden page, cuts short has still updated the page
  finished.catch(() => undefined);
}
