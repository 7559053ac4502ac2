/** Milliseconds until a page has rendered what an action changes. */
const RENDERED_MS = 1_000;
/** Of the newest look at the focus: it replaces an earlier one. */
let frame = 0;

/**
 * Remembers the button that has the focus. The returned function focuses it again if the page loses the focus within a second: it, or, once it is
 * gone, the button of the same name in its place.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement as HTMLElement;
  const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;
  const name = nameOf(opener);
  const alike = () => [...document.querySelectorAll('button')].filter((each) => nameOf(each) === name);
  const place = alike().indexOf(opener as HTMLButtonElement);
  return () => {
    const until = performance.now() + RENDERED_MS;
    const look = () => {
      const next = opener.isConnected ? opener : alike()[place];
      if (next && document.activeElement === document.body) next.focus({ preventScroll: true });
      else if (performance.now() < until) frame = requestAnimationFrame(look);
    };
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
}
