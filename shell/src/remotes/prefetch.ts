import type { RemoteId } from '@flint/remote-kit';
import { knownAddresses } from './load';
import { remotes } from './remote-store';
import { warm } from './warm';

/**
 * Downloads a remote's files ahead of a likely click, without running them. A failure is forgotten: the click itself
 * tries again and reports.
 */
export function prefetchRemote(id: RemoteId): void {
  if (remotes.isKnown(id)) return;
  knownAddresses()
    .then((addresses) => {
      const address = addresses[id];
      const warmed = window.flintBoot?.warmed;
      if (!address || !warmed || warmed[address.entry]) return;
      const warming = warm(address.entry, address.integrity);
      warmed[address.entry] = warming;
      warming.catch(() => delete warmed[address.entry]);
    })
    .catch(() => undefined);
}
