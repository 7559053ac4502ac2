import type { RemoteId } from '@flint/remote-kit';
import { readAddresses } from './current-addresses';
import { prefetchRelease } from './prefetch-release';
import { remotes } from './remote-store';

/**
 * Downloads a remote's files ahead of a likely click, without running them. A failure is forgotten: the click itself
 * tries again and reports.
 */
export async function prefetchRemote(id: RemoteId): Promise<void> {
  if (remotes.isKnown(id)) return;
  const release = (await readAddresses().catch(() => null))?.[id];
  if (release) await prefetchRelease(release);
}
