import fs from 'node:fs';
import path from 'node:path';
import { openCredentials, USER } from './auth/credentials';
import { Store } from './catalog/store';
import { expire } from './commands/expire';
import { rebuildOutdated } from './index-keys/build-index';
import type { EngineOptions } from './storage/engine';
import { openSocketPath } from './wire/address';
import { Listener } from './wire/listener';

export interface ServerOptions {
  /** The folder that holds everything; without one nothing outlives the server. */
  readonly dataDir?: string | undefined;
  /** Listens on this port of 127.0.0.1, too; 0 takes any free one. */
  readonly port?: number | undefined;
  /** For TCP: the user's password from now on; without one that of before holds, or one is made. */
  readonly password?: string | undefined;
}

export interface ServerInternals extends EngineOptions {
  /** Told in one sentence: more data than this server is meant for. */
  readonly warn?: ((sentence: string) => void) | undefined;
  readonly sweepEvery?: number | undefined;
  readonly limits?: { readonly documents: number; readonly bytes: number } | undefined;
}

export interface RunningServer {
  /** `mongodb://<path of the socket>/`: for this user of the machine, without a password. */
  readonly origin: string;
  /** `mongodb://<user>@127.0.0.1:<port>/` where TCP was asked for; with the password where one was made now. */
  readonly tcp?: string | undefined;
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
  const { dataDir, port, password } = options;
  const folder = dataDir === undefined ? undefined : path.resolve(dataDir);
  const store = new Store(folder, internals);
  const { socket, remove } = openSocketPath(folder);
  const note = folder === undefined ? undefined : path.join(folder, ADDRESS_FILE);
  const origin = `mongodb://${encodeURIComponent(socket)}/`;
  let listener: Listener | undefined;
  const stop = async () => {
    if (note) fs.rmSync(note, { force: true });
    await listener?.close();
    await store.close();
    remove();
  };
  let tcp: string | undefined;
  try {
    if (folder !== undefined) fs.chmodSync(folder, 0o700);
    const { credentials, made } = port === undefined ? {} : openCredentials(folder, password);
    await rebuildOutdated(store);
    listener = new Listener(store, credentials);
    await listener.listenOnSocket(socket);
    if (port !== undefined) {
      const user = made === undefined ? USER : `${USER}:${made}`;
      tcp = `mongodb://${user}@${await listener.listenOnPort(port)}/`;
    }
    if (note) fs.writeFileSync(note, origin, { mode: 0o600 });
  } catch (error) {
    await stop();
    throw error;
  }
  const running = listener;
  const checkSize = sizeWarning(store, internals);
  checkSize();
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    running.sweep();
    checkSize();
    // a full disk is told to who writes; the sweep comes again
    sweeping = sweeping.then(() => expire(store)).catch(() => undefined);
  }, internals.sweepEvery ?? MINUTE);
  timer.unref();
  return {
    origin,
    tcp,
    async close() {
      clearInterval(timer);
      await running.close();
      await sweeping;
      await stop();
    },
  };
}
