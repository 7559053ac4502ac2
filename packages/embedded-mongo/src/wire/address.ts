import net from 'node:net';
import path from 'node:path';

export interface Address {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** A path instead of host and port. */
  readonly socket?: string | undefined;
}

/** Longer paths are cut silently by the system. */
const LONGEST_SOCKET = 100;

interface Wanted {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly socket?: string | true | undefined;
  readonly exposed?: boolean | undefined;
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (net.isIPv4(host) && host.startsWith('127.'));

/** Where to listen: this machine only, unless `exposed` says otherwise; throws one sentence for what cannot be. */
export function checkAddress(
  wanted: Wanted,
  folder: string | undefined,
  warn?: (sentence: string) => void,
): Address {
  const { host = '127.0.0.1', port = 0, exposed = false } = wanted;
  if (wanted.socket !== undefined) {
    if (wanted.socket === true && folder === undefined)
      throw new Error('A socket without a path needs a data folder.');
    const socket = path.resolve(
      wanted.socket === true ? path.join(folder ?? '', 'mongo.sock') : wanted.socket,
    );
    if (Buffer.byteLength(socket) > LONGEST_SOCKET) {
      throw new Error(
        `The socket path ${socket} is longer than ${LONGEST_SOCKET} bytes. Choose a shorter one, or a port.`,
      );
    }
    return { host, port, socket };
  }
  if (!isLoopback(host)) {
    if (!exposed) {
      throw new Error(
        `The embedded database has no passwords and listens on this machine only; ${host} needs the flag --exposed.`,
      );
    }
    warn?.(
      `The embedded database listens on ${host} without passwords: everyone who reaches it can read and change everything.`,
    );
  }
  return { host, port };
}
