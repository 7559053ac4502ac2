import { download, DownloadError } from './download';

/** Where a remote lives now; one entry of `/remotes.json`. */
export interface RemoteAddress {
  readonly entry: string;
  readonly integrity?: string;
  readonly version?: string;
}

export type RemoteAddresses = Readonly<Record<string, RemoteAddress>>;

/** Reads `/remotes.json`, never from a cache. Throws DownloadError. */
export async function fetchAddresses(): Promise<RemoteAddresses> {
  const { bytes } = await download('/remotes.json', undefined, { cache: 'no-cache' });
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as RemoteAddresses;
  } catch (cause) {
    throw new DownloadError('/remotes.json is not JSON', { cause });
  }
}
