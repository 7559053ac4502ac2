import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { Timestamp } from 'bson';
import type { Credentials } from '../auth/credentials';
import type { Store } from '../catalog/store';
import { ChangeFeed } from '../changes/feed';
import { Cursors } from '../commands/cursors';
import { dispatch, errorReply } from '../commands/dispatch';
import { fail } from '../errors';
import type { Peer } from '../commands/request';
import type { Reply, ServerState } from '../commands/state';
import { OP_QUERY, parseMessage, readMessages, type Message } from './message';
import { encodeReply } from './reply';

const LARGEST = 48_000_000 + 16_384;
/** The largest message before authentication. */
const LARGEST_BEFORE_PROOF = 65_536;

/** Accepts connections and answers the commands of each one after the other. */
export class Listener {
  private readonly servers: net.Server[] = [];
  private readonly sockets = new Set<net.Socket>();
  private readonly state: ServerState;
  private nextConnection = 1;
  private nextRequest = 1;

  constructor(
    store: Store,
    private readonly credentials?: Credentials,
  ) {
    this.state = { store, cursors: new Cursors(), feed: new ChangeFeed(store), sessions: new Map() };
  }

  private async open(where: net.ListenOptions, host: () => string, granted: boolean): Promise<net.Server> {
    const server = net.createServer((socket) => this.accept(socket, host(), granted));
    this.servers.push(server);
    server.listen(where);
    await once(server, 'listening');
    return server;
  }

  /** Listens on a socket file that only this user can open, without a password. */
  async listenOnSocket(socket: string): Promise<void> {
    fs.rmSync(socket, { force: true });
    // its folder is 0700 already
    await this.open({ path: socket }, () => socket, true);
    fs.chmodSync(socket, 0o600);
  }

  /** Listens on a port of this machine; connections must authenticate. Returns `host:port`. */
  async listenOnPort(wanted: number): Promise<string> {
    let host = '';
    const server = await this.open({ host: '127.0.0.1', port: wanted }, () => host, false);
    const { port } = server.address() as net.AddressInfo;
    host = `127.0.0.1:${port}`;
    return host;
  }

  /** Closes cursors after ten idle minutes. */
  sweep() {
    this.state.cursors.sweep();
  }

  private accept(socket: net.Socket, host: string, granted: boolean) {
    const access = { granted, credentials: this.credentials };
    const peer: Peer = { id: this.nextConnection++, host, access };
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    const closed = new Promise<void>((resolve) => socket.on('close', resolve));
    void closed.then(() => this.sockets.delete(socket));
    const largest = () => (access.granted ? LARGEST : LARGEST_BEFORE_PROOF);
    readMessages(socket, largest, (bytes) => this.answer(socket, peer, bytes, closed));
  }

  private async answer(socket: net.Socket, peer: Peer, bytes: Buffer, closed: Promise<void>) {
    const message = parseMessage(bytes);
    if (!message) {
      socket.destroy();
      return;
    }
    const reply = await this.replyTo(message, peer);
    if (message.silent || socket.destroyed) return;
    const envelope = {
      requestId: this.nextRequest++ & 0x7fffffff,
      responseTo: message.requestId,
      legacy: message.opCode === OP_QUERY,
    };
    const isRead = socket.write(encodeReply(reply, envelope, { operationTime: this.now() }));
    // a client that does not read its replies gets no more
    if (!isRead) await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed]);
  }

  private now = () => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });

  private async replyTo({ command, typed, refused }: Message, connection: Peer): Promise<Reply> {
    const name = Object.keys(command)[0] ?? '';
    try {
      if (refused) throw refused;
      if (typeof command.$db !== 'string') fail(40571, 'OP_MSG requests require a $db argument');
      return await dispatch({
        name,
        database: command.$db as string,
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
    await Promise.all(
      this.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    );
  }
}
