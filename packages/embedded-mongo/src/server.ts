import fs from 'node:fs';
import path from 'node:path';
import { Store } from './catalog/store';
import { expire } from './commands/expire';
import { rebuildOutdated } from './index-keys/build-index';
import type { EngineOptions } from './storage/engine';
import { checkAddress } from './wire/address';
import { Listener } from './wire/listener';

export interface ServerOptions {
  /** The folder that holds everything; without one nothing outlives the server. */
  readonly dataDir?: string | undefined;
  /** 0 (the default) takes any free port. */
  readonly port?: number | undefined;
  /** A socket file instead of a port: only this user can connect. `true` puts it into the data folder. */
  readonly socket?: string | true | undefined;
  /** 127.0.0.1 unless `exposed` allows another address. */
  readonly host?: string | undefined;
  /** Allows addresses other machines can reach. There are no passwords. */
  readonly exposed?: boolean | undefined;
}

export interface ServerInternals extends EngineOptions {
  /** Told in one sentence each: an exposed address, more data than this server is meant for. */
  readonly warn?: ((sentence: string) => void) | undefined;
  readonly sweepEvery?: number | undefined;
  readonly limits?: { readonly documents: number; readonly bytes: number } | undefined;
}

export interface RunningServer {
  /** `mongodb://127.0.0.1:<port>/`, or the socket's path in its place. */
  readonly origin: string;
  close(): Promise<void>;
}

const LIMITS = { documents: 150_000, bytes: 300_000_000 };
/** In the data folder while a server runs on it: where it listens. */
export const ADDRESS_FILE = 'address';
const MINUTE = 60_000;

/** Warns once when the data has grown beyond what belongs into memory. */
function sizeWarning(store: Store, { warn, limits = LIMITS }: ServerInternals) {
  let warned = false;
  return () => {
    const { documents, bytes } = store.engine.totals;
    if (warned || (documents <= limits.documents && bytes <= limits.bytes)) return;
    warned = true;
    warn?.(
      `The embedded database holds ${documents} documents in ${Math.round(bytes / 1e6)} MB: above ${limits.documents} or ${Math.round(limits.bytes / 1e6)} MB use a real MongoDB (MONGODB_URI).`,
    );
  };
}

/** Opens the folder and listens, in this thread. Rejects with one sentence. */
export async function startServer(
  options: ServerOptions,
  internals: ServerInternals = {},
): Promise<RunningServer> {
  const { dataDir, warn } = { ...options, ...internals };
  const folder = dataDir === undefined ? undefined : path.resolve(dataDir);
  const address = checkAddress(options, folder, warn);
  const store = new Store(folder, internals);
  if (folder !== undefined) fs.chmodSync(folder, 0o700);
  await rebuildOutdated(store);
  const listener = new Listener(store);
  const checkSize = sizeWarning(store, internals);
  const origin = await listener.listen(address).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const note = folder === undefined ? undefined : path.join(folder, ADDRESS_FILE);
  if (note) fs.writeFileSync(note, origin, { mode: 0o600 });
  checkSize();
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    listener.sweep();
    checkSize();
    // a full disk is told to who writes; the sweep comes again
    sweeping = sweeping.then(() => expire(store)).catch(() => undefined);
  }, internals.sweepEvery ?? MINUTE);
  timer.unref();
  return {
    origin,
    async close() {
      clearInterval(timer);
      if (note) fs.rmSync(note, { force: true });
      await listener.close();
      await sweeping;
      await store.close();
      if (address.socket !== undefined) fs.rmSync(address.socket, { force: true });
    },
  };
}
