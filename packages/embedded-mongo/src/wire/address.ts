import fs from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Wanted {
  /** 0 takes any free one; without host and port there is no TCP. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  /** Allows addresses other machines can reach. Nothing is encrypted. */
  readonly exposed?: boolean | undefined;
}

/** Where TCP listens when it was asked for: this machine only, unless `exposed` says otherwise; throws one sentence for what cannot be. */
export function tcpOf({ host, port, exposed }: Wanted, warn?: (sentence: string) => void) {
  if (host === undefined && port === undefined) return undefined;
  const address = { host: host ?? '127.0.0.1', port: port ?? 0 };
  const isLoopback =
    ['localhost', '::1'].includes(address.host) ||
    (net.isIPv4(address.host) && address.host.startsWith('127.'));
  if (isLoopback) return address;
  if (!exposed)
    throw new Error(
      `The embedded database encrypts nothing and listens on this machine only; ${host} needs the flag --exposed.`,
    );
  warn?.(
    `The embedded database listens on ${host} without encryption: who sees the network sees what is read and written.`,
  );
  return address;
}

/** Longer paths are cut silently by the system. */
const LONGEST_SOCKET = 100;

/** The socket file in the data folder, or in a folder of its own that goes with the server. Only this user can open either folder. */
export function openSocketPath(folder: string | undefined): {
  readonly socket: string;
  readonly remove: () => void;
} {
  const inFolder = path.join(folder ?? '', 'mongo.sock');
  if (folder !== undefined && Buffer.byteLength(inFolder) <= LONGEST_SOCKET)
    return { socket: inFolder, remove: () => fs.rmSync(inFolder, { force: true }) };
  const own = fs.mkdtempSync(path.join(tmpdir(), 'embedded-mongo-'));
  return {
    socket: path.join(own, 'mongo.sock'),
    remove: () => fs.rmSync(own, { recursive: true, force: true }),
  };
}
