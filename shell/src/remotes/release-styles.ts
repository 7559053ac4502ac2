/** Switches on the stylesheets of the release on show, and off those that only other releases of the same remote have. */
export function showStyles(own: readonly string[], all: readonly string[]): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (all.includes(link.href)) link.disabled = !own.includes(link.href);
  }
}
