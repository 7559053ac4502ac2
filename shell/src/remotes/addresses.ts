import type { Screen } from '../routing/paths';
import type { RemoteAddresses as Served } from '@flint/contracts/remote-addresses';
import { chooseRelease, type Release } from './choose';
import { download, DownloadError } from './download';

/** The release of each remote for this browser, and its screens if the registry names them. */
export type RemoteAddresses = Readonly<
  Record<string, Release & { readonly screens?: readonly Omit<Screen, 'remote'>[] | undefined }>
>;

/** Inserted into the page by scripts/serve/page.ts. */
const IN_PAGE = 'flint-remotes';

/** Chooses the release of each remote for this browser. Throws SyntaxError. */
function parse(text: string): RemoteAddresses {
  const all = JSON.parse(text) as Served;
  return Object.fromEntries(
    Object.entries(all).map(([id, remote]) => {
      const release = chooseRelease(id, remote);
      // releases of the same origin have a path
      return [
        id,
        {
          ...release,
          screens: remote.screens,
          ...(remote.frame && { frame: remote.frame }),
          entry: new URL(release.entry, location.origin).href,
        },
      ];
    }),
  );
}

/** The addresses in the page, for the first call only; later calls use the network. Null if the page has none, or came from a cache. */
export function addressesInPage(): RemoteAddresses | null {
  const block = document.getElementById(IN_PAGE);
  block?.remove();
  try {
    return block && parse(block.textContent);
  } catch {
    return null;
  }
}

/** Reads `/remotes.json` from the server, which answers 304 if nothing changed; the cookie names a test release. Throws DownloadError. */
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
