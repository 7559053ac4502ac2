import { expectWithin } from '@flint/testing/long';
import { randomUUID } from 'node:crypto';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@flint/testing/free-port';
import { call, startProcesses, type Processes, type Running } from './testing/processes';

/** Seconds of load; 30 at 200 requests a second in `npm run test:faults`. */
const SECONDS = Number(process.env.FLINT_LOAD_SECONDS ?? 4);
const PER_SECOND = SECONDS > 10 ? 200 : 50;
/** Students waiting for an answer at once. */
const OPEN_MAX = 50;

jest.setTimeout(180_000);

interface Balancer {
  readonly port: number;
  readonly ready: ReadonlySet<number>;
  close(): Promise<void>;
}

/** A load balancer: checks every 100 ms whether each back end is ready, sends requests to those that are, and never retries. */
async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  let next = 0;
  const look = async () => {
    for (const port of ports) {
      const { status } = await call(port, 'GET /health/ready');
      if (status === 200) ready.add(port);
      else ready.delete(port);
    }
  };
  const timer = setInterval(() => void look(), 100);
  // closes idle connections before the server does
  const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: 2_000 });
  const server: Server = createServer((incoming, outgoing) => {
    const port = [...ready][next++ % Math.max(1, ready.size)];
    if (port === undefined) return void outgoing.writeHead(502).end();
    const onward = request(
      {
        port,
        host: '127.0.0.1',
        path: incoming.url!,
        method: incoming.method!,
        headers: incoming.headers,
        agent,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    ready,
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a rolling restart', () => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await startProcesses();
  });
  afterAll(() => processes[Symbol.asyncDispose]());

  it(`of both processes under ${PER_SECOND} requests a second - fails no request, and each old process exits within 10 s`, async () => {
    await processes.database();
    const ports = [await freePort(), await freePort()];
    const patience = { FLINT_TEST_PATIENCE: '20000', FLINT_TEST_ANNOUNCE: '3000' };
    const old: Running[] = await Promise.all(ports.map((port) => processes.api(port, patience)));
    await Promise.all(old.map((each) => each.said('serving')));
    const balancer = await startBalancer(ports);
    await waitFor(() => balancer.ready.size === 2);
    const token = await processes.tokenOf(randomUUID());
    const answers: Promise<number>[] = [];
    let writes = 0;
    let open = 0;
    const ask = () => {
      const isWrite = answers.length % 10 === 0 && writes++ < 500;
      const sent = isWrite
        ? call(balancer.port, 'PUT /api/v1/offers/mail', { token, body: { wanted: true } })
        : call(balancer.port, 'GET /api/v1/offers', { token });
      open += 1;
      answers.push(sent.then(({ status }) => status).finally(() => (open -= 1)));
    };
    const started = performance.now();
    // catches up after a late timer as far as the machine can: this tests stopping, not capacity
    const due = () => ((performance.now() - started) / 1_000) * PER_SECOND;
    const hasRoom = () => answers.length < due() && open < OPEN_MAX;
    const load = setInterval(() => {
      while (hasRoom()) ask();
    }, 10);
    const exits: number[] = [];
    for (const [at, running] of old.entries()) {
      const asked = performance.now();
      expect(await running.end('SIGTERM')).toBe(0);
      exits.push(performance.now() - asked);
      const fresh = await processes.api(ports[at]!, patience);
      await fresh.said('serving');
      await waitFor(() => balancer.ready.has(ports[at]!));
    }
    const left = SECONDS * 1_000 - (performance.now() - started);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    clearInterval(load);
    const seconds = (performance.now() - started) / 1_000;
    const statuses = await Promise.all(answers);
    await balancer.close();
    const failed = statuses.filter((status) => status !== 200);
    process.stdout.write(
      `rolling restart: ${statuses.length} requests, ${Math.round(statuses.length / seconds)} a second, ${failed.length} failed, exits after ${exits.map((ms) => Math.round(ms)).join(' and ')} ms\n`,
    );
    expect(failed).toEqual([]);
    for (const ms of exits) expectWithin(ms, 10_000);
  });
});
