import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Flint } from '@flint/scripts/compose/flint';
import type { ReleasePlace } from '@flint/scripts/release/place';
import { readEnv, type Clock, type Env } from '@flint/services';
import type { Page } from 'playwright-core';
import { openPage, type Pages, type TestPage } from './browser';
import { startTestDatabase } from './database';
import { freePort } from './free-port';
import { NO_HURRY_MS } from './server';
import { until } from './until';

export interface TestFlint extends AsyncDisposable {
  /** The shell's address. */
  readonly url: string;
  readonly flint: Flint;
  /** The latest code mailed to that address. */
  codeFor(email: string): Promise<string>;
  /** Signs in through the sign-in service; the session as supabase-js stores it. */
  sessionOf(email: string): Promise<StoredSession>;
  /** Opens an address in a new browser profile, with the student (an address, or an earlier session) signed in. */
  openSignedIn(
    browser: Pages,
    who: string | StoredSession,
    at?: string,
    options?: Parameters<typeof openPage>[1],
  ): Promise<TestPage>;
  /** Calls `METHOD /path` below /api/v1, or below /auth, as the student of that session. */
  call(
    session: Pick<StoredSession, 'access_token'> | null,
    methodAndPath: string,
    body?: unknown,
  ): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  /** Parsed if it is JSON; null if it is empty. */
  readonly body: any;
}

/** The body of a response. Throws if the call was refused. */
export async function bodyOf(call: Promise<Answer>): Promise<any> {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

export interface StoredSession {
  readonly access_token: string;
  readonly user: { readonly id: string; readonly email: string };
}

interface Options {
  readonly env?: Partial<Record<keyof Env, string>>;
  readonly clock?: Clock;
  /** Built folders that replace the repository's, by id of the remote. */
  readonly dists?: Readonly<Record<string, string>>;
  readonly releases?: ReleasePlace;
  /** See `startTestDatabase`. */
  readonly sweeps?: boolean;
}

/** The whole product on random ports with an empty database. `await using` it. */
export async function startFlint({
  env: overrides = {},
  clock,
  dists,
  releases,
  sweeps = false,
}: Options = {}): Promise<TestFlint> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-test-'));
  const database = await startTestDatabase({ sweeps });
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    DATA_DIR: dataDir,
    ...overrides,
  });
  const mails: { readonly to: string; readonly subject: string }[] = [];
  // loaded when used: tests of the API alone need none of it
  const { startFlint: compose } = await import('@flint/scripts/compose/flint');
  const flint = await compose({
    env,
    anyRemotePort: true,
    database: { connection: database.db, close: async () => undefined },
    onMail: ({ to, subject }) => mails.push({ to: to.address, subject }),
    // cores are shared, so no time-out decides
    app: { patienceMs: NO_HURRY_MS },
    step: (_title, work) => work(),
    ...(clock && { clock }),
    ...(dists && { dists }),
    ...(releases && { releases }),
  });
  const { url } = flint;
  const call: TestFlint['call'] = async (session, methodAndPath, body) => {
    const [method = 'GET', at = '/'] = methodAndPath.split(' ');
    const response = await fetch(url + (at.startsWith('/auth/') ? at : `/api/v1${at}`), {
      method,
      headers: {
        ...(session && { authorization: `Bearer ${session.access_token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson ? JSON.parse(text) : text || null };
  };
  const codeFor: TestFlint['codeFor'] = async (email) => {
    const find = () => mails.findLast(({ to, subject }) => to === email && /\d{6}/.test(subject));
    await until(
      () => find() !== undefined,
      () => `no code mailed to ${email}`,
    );
    return /\d{6}/.exec(find()!.subject)![0];
  };
  const sessionOf: TestFlint['sessionOf'] = async (email) => {
    await bodyOf(call(null, 'POST /auth/v1/otp', { email, create_user: true }));
    const proof = { email, token: await codeFor(email), type: 'email' };
    return (await bodyOf(call(null, 'POST /auth/v1/verify', proof))) as StoredSession;
  };
  return {
    url,
    flint,
    codeFor,
    sessionOf,
    async openSignedIn(browser, who, at = '/', options = {}) {
      const session = typeof who === 'string' ? await sessionOf(who) : who;
      const opened = await openPage(browser, options);
      await storeSession(opened.page, url, session);
      await opened.page.goto(url + at);
      return opened;
    },
    call,
    async [Symbol.asyncDispose]() {
      await flint.close();
      await database[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stores a session on the device before the page's scripts run, once per tab. */
export async function storeSession(page: Page, origin: string, session: StoredSession): Promise<void> {
  const content = `if (self.origin === ${JSON.stringify(origin)} && !sessionStorage.getItem('test-session-stored')) {
    localStorage.setItem('auth-storage', ${JSON.stringify(JSON.stringify(session))});
    sessionStorage.setItem('test-session-stored', 'yes');
  }`;
  await page.addInitScript({ content });
}

/** A Flint for all tests of a file, or of the `describe` it is called in. Its fields are there once the tests run. */
export function useFlint(options?: Options): TestFlint {
  const flint = {} as TestFlint;
  beforeAll(async () => void Object.assign(flint, await startFlint(options)));
  afterAll(() => flint[Symbol.asyncDispose]());
  return flint;
}
