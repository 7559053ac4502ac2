import type { RemoteId, RemoteModule } from '@flint/remote-kit';
import { fetchAddresses, type RemoteAddress, type RemoteAddresses } from './addresses';
import { checkRemote } from './check';
import { DownloadError } from './download';
import { federation, pin } from './federation';

/** Bound of everything together; silence is noticed after STALL_MS already. */
const TOTAL_MS = 20_000;

export interface LoadedRemote {
  readonly module: RemoteModule;
  readonly version: string;
}

let addresses: Promise<RemoteAddresses> | undefined;

function readAddresses(fresh: boolean): Promise<RemoteAddresses> {
  if (addresses && !fresh) return addresses;
  const early = window.flintBoot?.addresses;
  if (window.flintBoot) window.flintBoot.addresses = undefined;
  const reading = early && !fresh ? early : fetchAddresses();
  addresses = reading;
  reading.catch(() => {
    if (addresses === reading) addresses = undefined;
  });
  return reading;
}

/** The addresses as read last, or read now. */
export const knownAddresses = (): Promise<RemoteAddresses> => readAddresses(false);

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer = 0;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new DownloadError(`no answer in ${ms} ms`)), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/**
 * Loads a remote by its id and checks it. `fresh` forgets every earlier attempt: the address is read again, and the
 * container made anew. Throws DownloadError or ContractMismatch, or whatever the remote's own code threw.
 */
export async function loadRemote(id: RemoteId, fresh: boolean): Promise<LoadedRemote> {
  const address: RemoteAddress | undefined = (await readAddresses(fresh))[id];
  if (!address) throw new DownloadError(`${id} is not in remotes.json`);
  const name = `flint_${id}`;
  pin(address.entry, address.integrity);
  federation.registerRemotes([{ name, entry: address.entry }], { force: fresh });
  const exposed = await within(TOTAL_MS, federation.loadRemote<unknown>(`${name}/remote`));
  return { module: checkRemote(id, exposed), version: address.version ?? '' };
}
