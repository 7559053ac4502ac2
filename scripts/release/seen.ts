import { ReleaseRefused } from '@flint/remote-build/release/refused';
import type { RemotePointers } from '@flint/remote-build/release/pointers';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';

/** A server reads a bucket every two seconds; a page asks it less often. */
const WAIT_MS = 6_000;
const ASK_EVERY_MS = 200;
const RELEASED = /\/([0-9][^/]*-[0-9a-z]{8})\/[^/]+$/;

const releaseIn = (entry: string) => RELEASED.exec(entry)?.[1] ?? 'shipped';

const describe = (live: string, canary?: string, percent?: number): string =>
  canary ? `${live}, and ${canary} for ${percent} %` : live;

/** What a server gives to browsers; undefined without an answer. */
async function askServed(url: string, id: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/remotes.json`, { signal: AbortSignal.timeout(2_000) });
    const { [id]: remote } = (await answer.json()) as RemoteAddresses;
    const { canary } = remote ?? {};
    return remote && describe(releaseIn(remote.entry), canary && releaseIn(canary.entry), canary?.percent);
  } catch {
    return undefined;
  }
}

/**
 * Waits until the server at `url` serves what a pointer names, and returns whether it answers at all. Throws ReleaseRefused if it serves something
 * else: it has refused the pointer, or stopped the canary.
 */
export async function assertServed(
  url: string,
  id: string,
  { live, canary }: Pick<RemotePointers, 'live' | 'canary'>,
): Promise<boolean> {
  const wanted = describe(live?.release ?? 'shipped', canary?.release, canary?.percent);
  const until = performance.now() + WAIT_MS;
  let served = await askServed(url, id);
  while (served !== undefined && served !== wanted && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    served = await askServed(url, id);
  }
  if (served === undefined || served === wanted) return served !== undefined;
  throw new ReleaseRefused(
    `${id}: the store names ${wanted}, but ${url} still serves ${served}: its log and npx flint release list say why.`,
  );
}
