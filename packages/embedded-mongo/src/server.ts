import fs from 'node:fs';
import path from 'node:path';
import { openCredentials, USER } from './auth/credentials';
import { Store } from './catalog/store';
import { expire } from './commands/expire';
import { rebuildOutdated } from './index-keys/build-index';
import { openSocketPath } from './wire/address';
import { Listener } from './wire/listener';

export interface ServerOptions {
  /** The data folder; without one, a temporary one. */
  readonly dataDir?: string | undefined;
  /** Also listens on this port of 127.0.0.1; 0 takes any free one. */
  readonly port?: number | undefined;
  /** For TCP: sets the user's password; without it the stored one stays, or one is generated. */
  readonly password?: string | undefined;
  /** Milliseconds between two sweeps of expired documents and idle cursors; default: a minute. */
  readonly sweepEvery?: number | undefined;
}

export interface RunningServer {
  /** `mongodb://<path of the socket>/`: for this user of the machine, no password. */
  readonly origin: string;
  /** `mongodb://<user>@127.0.0.1:<port>/` if TCP was requested; with the password if one was generated. */
  readonly tcp?: string | undefined;
  close(): Promise<void>;
}

/** A file in the data folder with the address of the running server. */
export const ADDRESS_FILE = 'address';
const MINUTE = 60_000;

/** Opens the folder and listens in this thread. Rejects with one sentence. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, port, password, sweepEvery = MINUTE } = options;
  const store = await Store.open(dataDir === undefined ? undefined : path.resolve(dataDir));
  const { folder } = store;
  const { socket, remove } = openSocketPath(folder);
  const note = path.join(folder, ADDRESS_FILE);
  const origin = `mongodb://${encodeURIComponent(socket)}/`;
  let listener: Listener | undefined;
  const stop = async () => {
    fs.rmSync(note, { force: true });
    await listener?.close();
    remove();
    await store.close();
  };
  let tcp: string | undefined;
  try {
    const { credentials, made } =
      port === undefined ? {} : openCredentials(dataDir === undefined ? undefined : folder, password);
    await rebuildOutdated(store);
    listener = new Listener(store, credentials);
    await listener.listenOnSocket(socket);
    if (port !== undefined) {
      const user = made === undefined ? USER : `${USER}:${made}`;
      tcp = `mongodb://${user}@${await listener.listenOnPort(port)}/`;
    }
    fs.writeFileSync(note, origin, { mode: 0o600 });
  } catch (error) {
    await stop();
    throw error;
  }
  const running = listener;
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    running.sweep();
    // writers get the error of a full disk; the sweep runs again
    sweeping = sweeping.then(() => expire(store)).catch(() => undefined);
  }, sweepEvery);
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
