import type { RemoteId } from '@flint/remote-kit';
import { knownAddresses } from './load';
import { remotes } from './remote-store';
import { warm } from './warm';

/**
 * Downloads a remote's files ahead of a likely click, without running them. A failure is forgotten: the click itself
 * tries again and reports.
 */
export async function prefetchRemote(id: RemoteId): Promise<void> {
  if (remotes.isKnown(id)) return;
  const addresses = await knownAddresses().catch(() => null);
  const address = addresses?.[id];
  const warmed = window.flintBoot?.warmed;
  if (!address || !warmed || warmed[address.entry]) return;
  const warming = warm(address.entry, address.integrity);
  warmed[address.entry] = warming;
  await warming.catch(() => delete warmed[address.entry]);
}
