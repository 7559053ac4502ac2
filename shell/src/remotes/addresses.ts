import type { Screen } from '../routing/paths';
import { chooseRelease, type Release, type RemoteEntry } from './choose';
import { download, DownloadError } from './download';

/** The release of each remote that this browser is to use, and its screens where the registry says them. */
export type RemoteAddresses = Readonly<
  Record<string, Release & { readonly screens?: readonly Omit<Screen, 'remote'>[] | undefined }>
>;

/** Written into the page by scripts/serve/page.ts. */
const IN_PAGE = 'flint-remotes';

/** Each remote's release for this browser. Throws SyntaxError. */
function parse(text: string): RemoteAddresses {
  const all = JSON.parse(text) as Record<string, RemoteEntry>;
  return Object.fromEntries(
    Object.entries(all).map(([id, remote]) => {
      const release = chooseRelease(id, remote);
      // the page's own origin names a path
      return [
        id,
        { ...release, screens: remote.screens, entry: new URL(release.entry, location.origin).href },
      ];
    }),
  );
}

/** What the page came with, once: whoever asks again asks the network. Null where it came with nothing, or not from the network. */
export function addressesInPage(): RemoteAddresses | null {
  const block = document.getElementById(IN_PAGE);
  block?.remove();
  try {
    return block && parse(block.textContent);
  } catch {
    return null;
  }
}

/** Reads `/remotes.json`: asked every time, answered 304 while nothing changed; the cookie names a test release. Throws DownloadError. */
export async function fetchAddresses(): Promise<RemoteAddresses> {
  const { bytes } = await download('/remotes.json', undefined, {
    cache: 'no-cache',
    credentials: 'same-origin',
  });
  try {
    return parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new DownloadError('/remotes.json is not JSON', { cause });
  }
}
