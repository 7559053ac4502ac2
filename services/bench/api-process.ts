/** Child process of the api benchmark: bare node:http on one port, the whole API stack on another. Measures on request. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import { defineRoute } from '@flint/contracts';
import { startTestDatabase } from '@flint/testing';
import pino from 'pino';
import * as z from 'zod/mini';
import { createBinder } from '../src/http/bind';
import { createIdempotency } from '../src/http/idempotency';
import { createKoa } from '../src/http/koa';
import { createApp, createVerifier, readEnv, systemClock, type Deps } from '../src/index';

/** Addresses of the four targets, and a valid token. */
export interface Ready {
  readonly bare: string;
  readonly anonymous: string;
  readonly authenticated: string;
  readonly token: string;
}

const BODY = z.strictObject({
  name: z.string().check(z.maxLength(80)),
  places: z.array(z.strictObject({ id: z.string(), rank: z.int() })).check(z.maxLength(20)),
});

const echo = (path: `/${string}`, auth: 'none' | 'user') =>
  defineRoute({
    name: `bench_${auth}`,
    call: `POST ${path}`,
    summary: 'Answers with its body',
    auth,
    body: BODY,
    response: BODY,
  });

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bare = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text);
  });
});

const database = await startTestDatabase();
const log = pino({ level: 'silent' });
const mails: string[] = [];
const dataDir = process.env.TMPDIR ?? tmpdir();
const deps: Deps = {
  env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir }),
  db: database.db,
  clock: systemClock,
  log,
  secret: randomBytes(32),
  dataDir,
  onMail: ({ subject }) => mails.push(subject),
};
const verifier = createVerifier(deps);
const api = await listen(createServer((await createApp(deps, verifier)).listener));

/** A real session: the verifier caches its signature and checks that it is live. */
async function signIn(email: string): Promise<string> {
  const post = (path: string, body: unknown) =>
    fetch(`${api}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('otp', { email, create_user: true });
  while (mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const token = /\d{6}/.exec(mails[0] ?? '')?.[0];
  const answer = await post('verify', { email, token, type: 'email' });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const router = new Router();
const { bind } = createBinder({
  router,
  verifier,
  now: () => new Date(),
  idempotency: createIdempotency({ db: database.db, secret: randomBytes(32) }),
  // one student sends all
  writesMax: Number.MAX_SAFE_INTEGER,
});
bind(echo('/bench/anonymous', 'none'), ({ body }) => Promise.resolve(body));
bind(echo('/bench/authenticated', 'user'), ({ body }) => Promise.resolve(body));
const stack = await listen(createServer(createKoa(router, deps).callback()));

let mark = process.cpuUsage();
process.on('message', (word) => {
  if (word === 'stop') process.exit(0);
  const { user, system } = process.cpuUsage(mark);
  mark = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system });
});
const ready: Ready = {
  bare: await listen(bare),
  anonymous: `${stack}/api/v1/bench/anonymous`,
  authenticated: `${stack}/api/v1/bench/authenticated`,
  token: await signIn('bench@campus.edu'),
};
process.send?.(ready);
