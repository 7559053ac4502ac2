import fs from 'node:fs';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { Timestamp } from 'bson';
import { ChangeFeed } from '../changes/feed';
import { Cursors } from '../commands/cursors';
import { dispatch, errorReply } from '../commands/dispatch';
import type { Reply, ServerState } from '../commands/state';
import type { Store } from '../catalog/store';
import type { Address } from './address';
import { readMessages } from './connection';
import { OP_QUERY, parseMessage, type Message } from './message';
import { encodeReply } from './reply';

const GREETING = /^(hello|ismaster)$/i;

/** Accepts connections and answers the commands of each one after the other. */
export class Listener {
  private readonly server = net.createServer((socket) => this.accept(socket));
  private readonly sockets = new Set<net.Socket>();
  private readonly state: ServerState;
  private nextConnection = 1;
  private nextRequest = 1;
  private host = '';

  constructor(store: Store) {
    const host = () => this.host;
    const sockets = this.sockets;
    this.state = {
      get host() {
        return host();
      },
      store,
      cursors: new Cursors(),
      feed: new ChangeFeed(store),
      sessions: new Map(),
      counters: {},
      started: Date.now(),
      connections: () => sockets.size,
    };
  }

  /** Resolves with the address clients use. */
  async listen({ host, port, socket }: Address): Promise<string> {
    if (socket !== undefined) fs.rmSync(socket, { force: true });
    // made with these rights, not given them a moment later; a thread cannot set the mask and relies on the folder's 0700
    const mask = socket !== undefined && isMainThread ? process.umask(0o177) : undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.server.once('error', reject);
        this.server.listen(socket === undefined ? { host, port } : { path: socket }, resolve);
      });
    } finally {
      if (mask !== undefined) process.umask(mask);
    }
    if (socket !== undefined) fs.chmodSync(socket, 0o600);
    const bound = this.server.address();
    this.host = typeof bound === 'object' && bound ? `${host}:${bound.port}` : (socket ?? '');
    return `mongodb://${socket === undefined ? this.host : encodeURIComponent(socket)}/`;
  }

  /** Forgets cursors nobody has asked for in ten minutes. */
  sweep() {
    this.state.cursors.sweep();
  }

  private accept(socket: net.Socket) {
    const connection = { id: this.nextConnection++, close: () => void socket.destroy() };
    let queue = Promise.resolve();
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    readMessages(socket, (bytes) => {
      queue = queue.then(() => this.answer(socket, connection, bytes)).catch(() => void socket.destroy());
    });
  }

  private async answer(socket: net.Socket, connection: { id: number; close: () => void }, bytes: Buffer) {
    const message = parseMessage(bytes);
    if (!message) {
      socket.destroy();
      return;
    }
    const reply = await this.replyTo(message, connection);
    if (message.silent || socket.destroyed) return;
    const envelope = {
      requestId: this.nextRequest++ & 0x7fffffff,
      responseTo: message.requestId,
      legacy: message.opCode === OP_QUERY,
    };
    socket.write(encodeReply(reply, envelope, { operationTime: this.now() }));
  }

  private now = () => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });

  private async replyTo(
    { command, typed, opCode }: Message,
    connection: { id: number; close: () => void },
  ): Promise<Reply> {
    const name = Object.keys(command)[0] ?? '';
    this.state.counters[name] = (this.state.counters[name] ?? 0) + 1;
    if (opCode === OP_QUERY && !GREETING.test(name)) {
      return {
        ok: 0,
        errmsg: `Unsupported OP_QUERY command: ${name}`,
        code: 352,
        codeName: 'UnsupportedOpQueryCommand',
      };
    }
    try {
      return await dispatch({
        name,
        database: String(command.$db),
        command,
        typed,
        connection,
        server: this.state,
      });
    } catch (error) {
      return errorReply(error);
    }
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
