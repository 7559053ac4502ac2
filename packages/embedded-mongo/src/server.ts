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
  /** The data folder; without one the data is in memory. */
  readonly dataDir?: string | undefined;
  /** Also listens on this port of 127.0.0.1; 0 takes any free one. */
  readonly port?: number | undefined;
  /** For TCP: sets the user's password; without it the stored one stays, or one is generated. */
  readonly password?: string | undefined;
}

export interface ServerInternals extends EngineOptions {
  /** Receives one sentence: more data than this server is meant for. */
  readonly warn?: ((sentence: string) => void) | undefined;
  readonly sweepEvery?: number | undefined;
  readonly limits?: { readonly documents: number; readonly bytes: number } | undefined;
}

export interface RunningServer {
  /** `mongodb://<path of the socket>/`: for this user of the machine, no password. */
  readonly origin: string;
  /** `mongodb://<user>@127.0.0.1:<port>/` if TCP was requested; with the password if one was generated. */
  readonly tcp?: string | undefined;
  close(): Promise<void>;
}

const LIMITS = { documents: 150_000, bytes: 300_000_000 };
/** A file in the data folder with the address of the running server. */
export const ADDRESS_FILE = 'address';
const MINUTE = 60_000;

/** Warns once when the data is too large for memory. */
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

/** Opens the folder and listens in this thread. Rejects with one sentence. */
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
    // writers get the error of a full disk; the sweep runs again
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
