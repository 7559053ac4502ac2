import { chooseRelease, type Release, type RemoteEntry } from './choose';
import { download, DownloadError } from './download';

/** The release of each remote that this browser is to use. */
export type RemoteAddresses = Readonly<Record<string, Release>>;

/** Reads `/remotes.json`: asked every time, answered 304 while nothing changed. Throws DownloadError. */
export async function fetchAddresses(): Promise<RemoteAddresses> {
  const { bytes } = await download('/remotes.json', undefined, { cache: 'no-cache' });
  try {
    const all = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, RemoteEntry>;
    return Object.fromEntries(Object.entries(all).map(([id, remote]) => [id, chooseRelease(id, remote)]));
  } catch (cause) {
    throw new DownloadError('/remotes.json is not JSON', { cause });
  }
}
