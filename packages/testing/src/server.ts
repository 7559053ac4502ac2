import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createApp,
  createHttpServer,
  createLog,
  createVerifier,
  waitForJobs,
  mailer,
  readEnv,
  sessions,
  systemClock,
  type AppOptions,
  type Clock,
  type Deps,
  type Env,
  type Mail,
} from '@flint/services';
import { startTestDatabase } from './database';
import { differences } from './conform';
import { listening } from './listening';
import { leaksIn } from './privacy';
import { watchQueries } from './query-watch';
import { createTestTokens } from './tokens';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or null. */
  readonly body: any;
}

export interface TestStudent {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  /** Calls `METHOD /path` below /api/v1 as this student. */
  call(methodAndPath: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends an offer: coffee in thirty hours, unless changed. */
  invite(to: Pick<TestStudent, 'id'>, changes?: object, headers?: Record<string, string>): Promise<Answer>;
  respond(offerId: string, action: string, more?: object): Promise<Answer>;
}

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly deps: Deps;
  /** The address of its database, for other processes. */
  readonly databaseUri: string;
  /** Everything logged so far, at every level. */
  logged(): string;
  /** Every document of the database, as text. */
  stored(): Promise<string>;
  /** Database commands of the latest request ('find profiles'), with the work that it started. */
  latestCommands(): readonly string[];
  /** An instant so many hours after now, by the server's clock. */
  inHours(hours: number): string;
  /** The mail sent to somebody, oldest first. */
  mailsTo(to: Pick<TestStudent, 'email'>): Promise<readonly Mail[]>;
  /** Signs a student in; a new one unless named. */
  signIn(email?: string): Promise<TestStudent>;
  /** Calls below /api/v1 without a session. */
  call(methodAndPath: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

interface Options extends AppOptions {
  readonly env?: Partial<Record<keyof Env, string>>;
  readonly clock?: Clock;
  readonly telemetry?: Deps['telemetry'];
  /** Stores the database in the server's data folder, as `npm start` does, not in memory. */
  readonly onDisk?: boolean;
}

const LATER = new Date('2099-01-01');
/** Longer than any test. */
export const NO_HURRY_MS = 600_000;

async function send(
  url: string,
  methodAndPath: string,
  body: unknown,
  headers: Record<string, string>,
  viewer: { readonly email: string } | null = null,
): Promise<Answer> {
  const [method = 'GET', at = '/'] = methodAndPath.split(' ');
  const response = await fetch(`${url}/api/v1${at}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = text ? JSON.parse(text) : null;
  // check every response of every API test for private data
  const leaks = leaksIn(at, parsed, viewer);
  if (leaks.length > 0) throw new Error(`${methodAndPath} tells what it must not:\n${leaks.join('\n')}`);
  // ... and against /openapi.json
  const wrong = differences(methodAndPath, response.status, parsed);
  if (wrong.length > 0) throw new Error(`${methodAndPath} is not what is documented:\n${wrong.join('\n')}`);
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Checks that a test server's log contains no token, address or code, at any level (decisions/009). */
function expectSecretsKept(log: string): void {
  const told = log.replace(/"(?:pid|time|hostname|ms)":(?:"[^"]*"|\d+)/g, '');
  // six digits are a code, except as the line or column of a script
  const secret = /eyJ[\w-]+\.|[\w.+-]+@campus\.edu|(?<![\w.-]|\.m?js:|\.m?js:\d{1,6}:)\d{6}(?![\w.-])/.exec(
    told,
  );
  if (secret)
    throw new Error(`the log tells a secret: ${told.slice(Math.max(0, secret.index - 300), secret.index)}`);
}

/** The real API on a random port, with its own database and data folder. `await using` it. Timed work runs only where a test calls it. */
export async function startTestServer({
  env: overrides = {},
  clock = systemClock,
  onDisk = false,
  telemetry = null,
  ...options
}: Options = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-test-'));
  const database = await startTestDatabase(onDisk ? { dataDir: path.join(dataDir, 'db') } : {});
  const tokens = await createTestTokens();
  // tests start rounds explicitly, not by advancing the clock
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ROUNDS: 'command',
    DATA_DIR: dataDir,
    ...overrides,
  });
  const lines: string[] = [];
  const deps: Deps = {
    env,
    db: database.db,
    clock,
    log: createLog('trace', { write: (line: string) => void lines.push(line) }),
    secret: randomBytes(32),
    dataDir,
    telemetry,
  };
  const real = createVerifier(deps);
  const verify = async (token: string, orErased?: boolean) => {
    const tester = await tokens.verifier.verify(token);
    // the student has just typed a code, whatever the test's clock says
    return tester ? { ...tester, provenAt: clock.now().getTime() } : real.verify(token, orErased);
  };
  // cores are shared, so no time-out decides: tests of time-outs set their own
  const app = await createApp(deps, { verify }, { patienceMs: NO_HURRY_MS, timedWork: false, ...options });
  const queries = watchQueries(database.db);
  const http = Object.assign(createHttpServer(queries.around(app.listener)), {
    timeout: NO_HURRY_MS,
    keepAliveTimeout: NO_HURRY_MS,
  });
  const { url, close } = await listening(http);
  const call: TestServer['call'] = (at, body, headers = {}) => send(url, at, body, headers);
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  return {
    url,
    deps,
    databaseUri: database.uri,
    call,
    inHours,
    logged: () => lines.join(''),
    async stored() {
      const { db } = database;
      const names = (await db.listCollections()).map(({ name }) => name);
      return JSON.stringify(await Promise.all(names.map((name) => db.collection(name).find().toArray())));
    },
    latestCommands: queries.latestCommands,
    async mailsTo({ email }) {
      await waitForJobs(deps);
      await mailer(deps).settled();
      const sent = mailer(deps).outbox?.list() ?? [];
      return sent.filter(({ to }) => to.address === email).toReversed();
    },
    async signIn(email = `student-${randomBytes(4).toString('hex')}@campus.edu`) {
      const [id, sessionId] = [randomUUID(), randomUUID()];
      const token = await tokens.issue(id, email, sessionId);
      // it lasts, whatever the test's clock says
      const times = { refreshedAt: LATER, createdAt: LATER };
      await sessions(database.db).create({ _id: sessionId, userId: id, counter: 0, ...times });
      const callAs: TestStudent['call'] = (at, body, headers = {}) =>
        send(url, at, body, { authorization: `Bearer ${token}`, ...headers }, { email });
      return {
        id,
        email,
        token,
        call: callAs,
        invite(to, changes = {}, headers = {}) {
          const plan = { proposedDate: inHours(30), location: 'Library café', activity: 'Coffee' };
          return callAs('POST /offers', { toUserId: to.id, ...plan, ...changes }, headers);
        },
        respond: (offerId, action, more = {}) =>
          callAs(`POST /offers/${offerId}/respond`, { offerId, action, ...more }),
      };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await close();
      const findings = await queries.findings();
      await database[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
      expectSecretsKept(lines.join(''));
      // ... and every request against its query budget
      if (findings.length > 0) throw new Error(findings.join('\n'));
    },
  };
}

/** A test server for all tests of a file, or of the `describe` it is called in. Its fields are there once the tests run. */
export function useTestServer(options?: Options): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await startTestServer(options)));
  afterAll(() => server[Symbol.asyncDispose]());
  return server;
}
