import { fixedClock, type AppOptions, type Env } from '@flint/services';
import { startTestServer, type TestServer } from '@flint/testing';
import { mailer } from '../../../infra/mailer';
import { clearStudents } from '../../testing/clear';

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined if the body is empty. */
  readonly body: any;
}

type Sent = Readonly<Record<string, string>>;

/** Calls below /auth/v1 without a client library. */
export function caller(url: string) {
  return async (methodAndPath: string, body?: unknown, headers: Sent = {}): Promise<Reply> => {
    const [method = 'GET', at = '/'] = methodAndPath.split(' ');
    const response = await fetch(`${url}/auth/v1${at}`, {
      method,
      headers: { 'content-type': 'application/json', apikey: 'k', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, body: parsed };
  };
}

/** The code in the newest mail to an address. */
export async function codeFor(server: Pick<TestServer, 'deps'>, email: string): Promise<string> {
  const { outbox, settled } = mailer(server.deps);
  await settled();
  const mail = outbox?.list().find(({ to }) => to.address === email);
  const code = /^(\d{6}) /.exec(mail?.subject ?? '')?.[1];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

export const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

const START = '2031-03-03T15:00:00.250Z';

/**
 * A server whose clock the test controls, with helpers. It starts on the hour and in the future, because the database deletes expired rows
 * by the real clock.
 */
export async function startStage(
  env: Partial<Record<keyof Env, string>> = {},
  start: Date | string = START,
  options: AppOptions = {},
) {
  const clock = fixedClock(start);
  const server = await startTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000', ...env }, ...options });
  const auth = caller(server.url);
  const send = (email: string) => auth('POST /otp', { email, data: {}, create_user: true });
  const verify = (email: string, token: string) => auth('POST /verify', { email, token, type: 'email' });
  return {
    server,
    clock,
    auth,
    send,
    verify,
    codeFor: (email: string) => codeFor(server, email),
    refresh: (token: string) => auth('POST /token?grant_type=refresh_token', { refresh_token: token }),
    /** Changes settings that are read at each request, until the next test of the stage. */
    set: (settings: Partial<Env>) => void Object.assign(server.deps.env, settings),
    userOf: (token: string) => auth('GET /user', undefined, { authorization: `Bearer ${token}` }),
    /** Signs in by a mailed code; returns the session's JSON. */
    async signIn(email = 'ann@campus.edu') {
      await send(email);
      const { body } = await verify(email, await codeFor(server, email));
      return body;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;

/** A stage for all tests of a file or a `describe`: each begins without students and counts, at the same time, with the same settings. */
export function useStage(env: Partial<Record<keyof Env, string>> = {}, start: Date | string = START): Stage {
  const stage = {} as Stage;
  let settings: Env;
  beforeAll(async () => {
    Object.assign(stage, await startStage(env, start));
    settings = { ...stage.server.deps.env };
  });
  beforeEach(async () => {
    stage.set(settings);
    await mailer(stage.server.deps).settled();
    stage.clock.set(start);
    await clearStudents(stage.server);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  return stage;
}
