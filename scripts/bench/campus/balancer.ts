import { setTimeout as wait } from 'node:timers/promises';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '@flint/testing/listening';
import { isApiPath } from '../../serve/api-paths';

const LOOK_MS = 100;
/** A server that does not respond within this time is unhealthy. */
const SILENT_MS = 5_000;

/** Servers of one kind on this machine, by their ports. */
export interface Pool {
  readonly ports: readonly number[];
  /** Answers 200 where a server takes requests. */
  readonly healthPath: string;
}

export interface Balancer {
  /** What it is, for people. */
  readonly name: string;
  readonly url: string;
  /** Resolves when the server at that port takes requests. */
  ready(port: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * What stands in front of an installation: looks every 100 ms which servers are ready, sends each request to one that is, and never repeats
 * one. Without a ready server it answers 503 with Retry-After. Keeps X-Forwarded-For, so that a simulated student has an address.
 */
export async function startBalancer(api: Pool, web?: Pool): Promise<Balancer> {
  const ready = new Set<number>();
  // closes idle connections before the servers do
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, timeout: 2_000 });
  let turn = 0;
  const looking = new Set<number>();
  const doubted = new Set<number>();
  const look = (port: number, path: string) => {
    if (looking.has(port)) return;
    looking.add(port);
    // a server is out when it takes no connection, or says no twice
    const learn = (isReady: boolean, isOut = doubted.has(port)) => {
      looking.delete(port);
      if (isReady) ready.add(port);
      else if (isOut) ready.delete(port);
      doubted[isReady ? 'delete' : 'add'](port);
    };
    const asked = request({ port, host: '127.0.0.1', path, agent: false, timeout: SILENT_MS }, (answer) => {
      answer.resume();
      learn(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => learn(false, true)).end();
  };
  const pools = [api, ...(web ? [web] : [])];
  const timer = setInterval(() => {
    for (const { ports, healthPath } of pools) for (const port of ports) look(port, healthPath);
  }, LOOK_MS);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '/', method, headers } = incoming;
    const { ports } = isApiPath(url.split('?', 1)[0]!) || !web ? api : web;
    const up = ports.filter((port) => ready.has(port));
    const port = up[turn++ % Math.max(1, up.length)];
    if (port === undefined) return void outgoing.writeHead(503, { 'retry-after': '1' }).end();
    const onward = request({ port, host: '127.0.0.1', path: url, method, headers, agent }, (answer) => {
      // of this connection only
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode!, kept);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.on('close', () => outgoing.writableFinished || onward.destroy());
    incoming.pipe(onward);
    return undefined;
  };
  const { url, close } = await listening(createServer(pass));
  return {
    name: 'our gateway',
    url,
    async ready(port) {
      while (!ready.has(port)) await wait(20);
    },
    async close() {
      clearInterval(timer);
      agent.destroy();
      await close();
    },
  };
}
