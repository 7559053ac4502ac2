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
  /** Calls `METHOD /path` below /api/v1 as the student of that session. */
  call(session: StoredSession, methodAndPath: string, body?: unknown): Promise<{ status: number; body: any }>;
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

const jsonOf = async (response: Response) => JSON.parse((await response.text()) || 'null');

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
  const post = (at: string, body: unknown) =>
    fetch(`${url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const codeFor: TestFlint['codeFor'] = async (email) => {
    const find = () => mails.findLast(({ to, subject }) => to === email && /\d{6}/.test(subject));
    await until(
      () => find() !== undefined,
      () => `no code mailed to ${email}`,
    );
    return /\d{6}/.exec(find()!.subject)![0];
  };
  const sessionOf: TestFlint['sessionOf'] = async (email) => {
    const sent = await post('/auth/v1/otp', { email, create_user: true });
    if (!sent.ok) throw new Error(`no code for ${email}: ${await sent.text()}`);
    const answer = await post('/auth/v1/verify', { email, token: await codeFor(email), type: 'email' });
    if (!answer.ok) throw new Error(`no session for ${email}: ${await answer.text()}`);
    return (await answer.json()) as StoredSession;
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
    async call(session, methodAndPath, body) {
      const [method = 'GET', at = '/'] = methodAndPath.split(' ');
      const response = await fetch(`${url}/api/v1${at}`, {
        method,
        headers: {
          authorization: `Bearer ${session.access_token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await jsonOf(response) };
    },
    async [Symbol.asyncDispose]() {
      await flint.close();
      await database[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stores a session on the device before the page's scripts run, once per tab. */
async function storeSession(page: Page, origin: string, session: StoredSession): Promise<void> {
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
