import { fetchAddresses, type RemoteAddresses } from './addresses';
import type { Release } from './choose';

/** Least time between two looks for new releases, however fast somebody clicks. */
const LOOK_EVERY_MS = 2_000;

let reading: Promise<RemoteAddresses> | undefined;
let latest: RemoteAddresses = {};
let lookedAt = 0;

/** The addresses as read last, or read now; `fresh` asks again. Throws DownloadError. */
export function readAddresses(fresh = false): Promise<RemoteAddresses> {
  if (reading && !fresh) return reading;
  const early = window.flintBoot?.addresses;
  if (window.flintBoot) window.flintBoot.addresses = undefined;
  const asked = early && !fresh ? early : fetchAddresses();
  reading = asked;
  lookedAt = performance.now();
  asked.then(
    (addresses) => (latest = addresses),
    () => {
      if (reading === asked) reading = undefined;
    },
  );
  return asked;
}

/**
 * Asks whether anything was released, at most every LOOK_EVERY_MS; answers null when it is too early. What was known stays
 * known when the answer does not come.
 */
export async function lookForReleases(): Promise<RemoteAddresses | null> {
  if (performance.now() - lookedAt < LOOK_EVERY_MS) return null;
  lookedAt = performance.now();
  const addresses = await fetchAddresses().catch(() => null);
  if (!addresses) return null;
  latest = addresses;
  reading = Promise.resolve(addresses);
  return addresses;
}

/** The release of a remote to use from now on, as far as this page knows. */
export const currentRelease = (id: string): Release | undefined => latest[id];

/** Whether two are the same build at the same place. */
export const isSameRelease = (a: Release | undefined, b: Release | undefined): boolean =>
  a?.entry === b?.entry && a?.integrity === b?.integrity;
