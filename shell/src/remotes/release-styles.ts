/** Folders of the releases this page has shown, by remote. */
const folders = new Map<string, Set<string>>();

const folderOf = (url: string) => new URL('.', url).href;

/** Switches on the stylesheets of the release on show and off those of other releases of the same remote. */
export function showStylesOf(id: string, entry: string): void {
  const own = folderOf(entry);
  const known = folders.get(id) ?? new Set();
  folders.set(id, known.add(own));
  if (known.size === 1) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const folder = folderOf(link.href);
    if (known.has(folder)) link.disabled = folder !== own;
  }
}
