import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram, type Program } from '@flint/testing/program';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { nodePrograms } from './nodes';

export type { Program as Running };

const DATABASE = '../../../../packages/embedded-mongo/src/cli.ts';

export interface Processes extends AsyncDisposable {
  readonly uri: string;
  /** The master secret and the shared folder of its API processes. */
  readonly secret: Buffer;
  readonly dir: string;
  /** Starts a file, relative to this folder, by the next of the supported versions of Node. */
  start(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Program;
  /** Starts the database on its folder; resolves when it accepts connections. */
  database(): Promise<Program>;
  /** Starts an API on a port; resolves when it listens (`said('serving')`: when it has its database). */
  api(port: number, env?: Record<string, string>): Promise<Program>;
  /** Starts an operator's command on the same database; resolves when it is about to begin. */
  command(args: readonly string[], env?: Record<string, string>): Promise<Program>;
  /** A valid access token of a student. */
  tokenOf(userId: string): Promise<string>;
}

/** A database and any number of API processes on one folder, with a token for any student. */
export async function startProcesses(): Promise<Processes> {
  const dir = await mkdtemp(path.join(tmpdir(), 'flint-faults-'));
  const folder = path.join(dir, 'db');
  const uri = `mongodb://${encodeURIComponent(path.join(folder, 'mongo.sock'))}/flint?directConnection=true`;
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }] });
  const secret = randomBytes(32).toString('hex');
  const running: Program[] = [];
  const nodes = await nodePrograms(path.join(dir, 'nodes'));
  let turn = 0;
  const start: Processes['start'] = (file, args, env) => {
    const [, node] = nodes[turn++ % nodes.length]!;
    return startProgram([path.join(__dirname, file), ...args], env, node);
  };
  return {
    uri,
    start,
    secret: Buffer.from(secret, 'hex'),
    dir,
    async database() {
      const started = start(DATABASE, ['serve', '--data', folder], {});
      running.push(started);
      await started.said('mongodb:');
      return started;
    },
    async api(port, env = {}) {
      const started = start('api-process.ts', [], {
        MONGODB_URI: uri,
        DATA_DIR: dir,
        FLINT_TEST_JWKS: jwks,
        FLINT_TEST_SECRET: secret,
        FLINT_TEST_PORT: String(port),
        IP_LIMIT_FACTOR: '1000',
        ...env,
      });
      running.push(started);
      await started.said('listening');
      return started;
    },
    async command(args, env = {}) {
      const own = { MONGODB_URI: uri, DATA_DIR: dir, FLINT_TEST_SECRET: secret, ...env };
      const started = start('operator-process.ts', args, own);
      running.push(started);
      await started.said('begins');
      return started;
    },
    tokenOf: (userId) =>
      new SignJWT({
        email: `${userId}@campus.edu`,
        role: 'authenticated',
        session_id: randomUUID(),
        amr: [{ method: 'otp', timestamp: Math.floor(Date.now() / 1000) }],
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'test' })
        .setIssuer('http://127.0.0.1/auth/v1')
        .setAudience('authenticated')
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime('2h')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      await Promise.all(
        running.map(({ child, end }) => {
          if (child.exitCode !== null || child.signalCode !== null) return null;
          child.kill('SIGCONT');
          return end();
        }),
      );
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export interface Reply {
  /** 0: no response. */
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
  readonly ms: number;
}

/** One call; a broken connection gives status 0. */
export async function call(
  port: number,
  methodAndPath: string,
  { token, body, key }: { token?: string; body?: unknown; key?: string } = {},
): Promise<Reply> {
  const [method = 'GET', at = '/'] = methodAndPath.split(' ');
  const started = performance.now();
  const ms = () => performance.now() - started;
  try {
    const response = await fetch(`http://127.0.0.1:${port}${at}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : null,
      ms: ms(),
    };
  } catch {
    return { status: 0, headers: new Headers(), body: null, ms: ms() };
  }
}

const GIVE_UP_MS = 30_000;

/** Repeats a request until it gets that status. Returns the time it took. Throws after half a minute. */
export async function until(
  port: number,
  methodAndPath: string,
  status: number,
  options: Parameters<typeof call>[2] = {},
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const answer = await call(port, methodAndPath, options);
    const ms = performance.now() - started;
    if (answer.status === status) return ms;
    if (ms > GIVE_UP_MS)
      throw new Error(`${methodAndPath} is ${answer.status}, not ${status}, after ${Math.round(ms)} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
