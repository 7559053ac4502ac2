/** Enables the stylesheets of the current release, and disables those of other releases of the remote. */
export function showStyles(own: readonly string[], all: readonly string[]): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (all.includes(link.href)) link.disabled = !own.includes(link.href);
  }
}
