import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const HEADING = '#main [data-page-heading], #main h1';
/** Longest wait for a screen to become as tall as before, or to show its heading. */
const PATIENCE_MS = 2_000;

/** Calls `work` now and after each change of the screen, until it returns true. After PATIENCE_MS it stops, or continues with `isLate`. */
function untilDone(work: (isLate: boolean) => boolean, goesOn = false): () => void {
  if (work(false)) return () => undefined;
  let isLate = false;
  const observer = new MutationObserver(() => work(isLate) && stop());
  const timer = setTimeout(() => {
    if (goesOn) isLate = true;
    else stop();
  }, PATIENCE_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  // the screen brings a frame of its own after signing in
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

function focusHeading(isLate: boolean): boolean {
  const heading = document.querySelector<HTMLElement>(HEADING);
  if (!heading) return false;
  const { activeElement } = document;
  // the screen has set the focus itself, or the student has moved on meanwhile
  if (activeElement?.closest(isLate ? 'body *' : '#main, dialog[open]')) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Gives the heading the focus once it is there, however late, unless the focus is somewhere. Returns a function that stops. */
export const focusArrival = (): (() => void) => untilDone(focusHeading, true);

/** Signing in or out replaces what has the focus, without a navigation. */
export function useSeam(isSignedOut: boolean): void {
  const last = useRef(isSignedOut);
  useEffect(() => {
    if (last.current === isSignedOut) return undefined;
    last.current = isSignedOut;
    return focusArrival();
  }, [isSignedOut]);
}

/** Sets the document title, prefixed with the number of offers that wait. */
export function useTitle(label: string, appName: string, waiting = 0): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${label} · ${appName}`;
  }, [label, appName, waiting]);
}

/**
 * What a browser does between documents: after a navigation the heading of the new screen gets the focus and the page starts at its top;
 * going back restores the scroll position. The first page of a visit is unchanged.
 */
export function usePageEffects(): void {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const places = useRef(new Map<string, number>());
  const last = useRef({ pathname, key });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => places.current.set(last.current.key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useEffect(() => {
    const { pathname: before, key: keyBefore } = last.current;
    last.current = { pathname, key };
    if (key === keyBefore) return;
    const place = type === 'POP' ? (places.current.get(key) ?? 0) : 0;
    if (before === pathname && type !== 'POP') return; // only a parameter changed: the screen handles it
    if (before !== pathname) (document.activeElement as HTMLElement | null)?.blur();
    const stopScroll = untilDone(() => {
      window.scrollTo({ top: place, behavior: 'instant' });
      return Math.abs(window.scrollY - place) < 2;
    });
    const stopFocus = before === pathname ? undefined : focusArrival();
    return () => {
      stopScroll();
      stopFocus?.();
    };
  }, [pathname, key, type]);
}
