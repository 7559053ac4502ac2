import {
  DESK_BASE,
  DESK_ERRORS,
  DESK_ROUTES,
  type DeskErrorCode,
  type DeskRoute,
} from '@flint/contracts/desk';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer } from '@flint/testing';
import { listening } from '@flint/testing/listening';
import { Secret, TOTP } from 'otpauth';
import { createHttpServer } from '../../app';
import { addOperator } from '../../resources/safety/operators';
import { createDesk } from '../app';

export const secretOf = (name: string) => `${name} has a long secret`;
export const addressOf = (name: string) => `${name}@campus.edu`;

export interface DeskAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** The status of an answer, and the code of a refusal. */
export const codeOf = async (answer: Promise<Pick<DeskAnswer, 'status' | 'body'>>) => {
  const { status, body } = await answer;
  return [status, body?.code];
};

/** A browser at the desk, with a cookie and an origin. */
export interface TestDeskBrowser {
  call(methodAndPath: string, body?: unknown, headers?: Record<string, string>): Promise<DeskAnswer>;
  cookie: string;
}

export interface TestDesk extends AsyncDisposable {
  readonly server: TestServer;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly url: string;
  browser(): TestDeskBrowser;
  mailedCode(email: string): Promise<string>;
  /** A browser that entered the mailed code but not the second factor. */
  half(name: string): Promise<TestDeskBrowser>;
  /** A browser of a signed-in operator; enrolls the first time. */
  signIn(name: string): Promise<TestDeskBrowser>;
  /** The authenticator's code, now or some seconds from now. */
  totp(name: string, seconds?: number): string;
}

/** Codes that any route may answer, by the stage it requires. */
const COMMON: Readonly<Record<DeskRoute['stage'], readonly DeskErrorCode[]>> = {
  none: ['foreign_origin'],
  code: ['foreign_origin', 'signed_out', 'session_over', 'other_operator', 'removed'],
  full: ['foreign_origin', 'signed_out', 'session_over', 'other_operator', 'removed', 'second_factor_needed'],
};

const routeFor = (method: string, path: string): DeskRoute | undefined =>
  (Object.values(DESK_ROUTES) as DeskRoute[]).find(
    (route) =>
      route.method === method &&
      new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0]!),
  );

/** Checks that each refusal in a test is one its route declares. */
function expectDeclared(method: string, path: string, code: string): void {
  const route = routeFor(method, path);
  if (!route || !(code in DESK_ERRORS)) return;
  if (![...COMMON[route.stage], ...route.refuses].includes(code as DeskErrorCode))
    throw new Error(`${method} ${path} answers ${code}, which it does not declare`);
}

/** Starts the desk's API on its own port, beside the students' API on the same database. */
export async function startTestDesk(names: readonly string[] = ['kim', 'lou', 'sam']): Promise<TestDesk> {
  const clock = fixedClock('2027-03-02T12:00:00Z');
  const server = await startTestServer({ clock });
  for (const name of names) await addOperator(server.deps, name, secretOf(name));
  let url = '';
  const operators = new Map(names.map((name) => [addressOf(name), name]));
  const http = await listening(
    createHttpServer(await createDesk(server.deps, { operators, origin: () => url })),
  );
  url = http.url;
  const factors = new Map<string, string>();
  const browser = (): TestDeskBrowser => {
    // the browser's name, apart from the session's cookie that tests look at
    let device = '';
    const self: TestDeskBrowser = {
      cookie: '',
      async call(methodAndPath, body, headers = {}) {
        const [method = '', path = ''] = methodAndPath.split(' ');
        const response = await fetch(url + DESK_BASE + path, {
          method,
          headers: {
            ...(method === 'GET' ? {} : { origin: url }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(self.cookie || device ? { cookie: [self.cookie, device].filter(Boolean).join('; ') } : {}),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        for (const set of response.headers.getSetCookie()) {
          const [pair = ''] = set.split(';');
          if (pair.startsWith('flint-desk-device=')) device = pair;
          else self.cookie = pair;
        }
        const text = await response.text();
        const parsed = text.startsWith('{') ? JSON.parse(text) : null;
        if (parsed?.code) expectDeclared(method, path, String(parsed.code));
        return { status: response.status, headers: response.headers, body: parsed };
      },
    };
    return self;
  };
  const totp = (name: string, seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(factors.get(name) ?? '') }).generate({
      timestamp: clock.now().getTime() + seconds * 1000,
    });
  const mailedCode = async (email: string) => {
    const mail = (await server.mailsTo({ email })).at(-1);
    return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
  };
  const half = async (name: string) => {
    // one code per minute, and one time step per code
    clock.advanceSeconds(61);
    const at = browser();
    await at.call('POST /session/code', { email: addressOf(name) });
    const code = await mailedCode(addressOf(name));
    const { status } = await at.call('POST /session', { email: addressOf(name), code });
    if (status !== 200) throw new Error(`no session for ${name}: ${status}`);
    return at;
  };
  return {
    server,
    clock,
    get url() {
      return url;
    },
    browser,
    half,
    mailedCode,
    totp,
    async signIn(name) {
      const at = await half(name);
      const isNew = !factors.has(name);
      if (isNew) factors.set(name, (await at.call('POST /session/enrolment', {})).body.secret);
      const secret = isNew ? { secret: secretOf(name) } : {};
      const done = await at.call('POST /session/second-factor', { code: totp(name), ...secret });
      if (done.status !== 200) throw new Error(`${name} is not signed in: ${done.body?.detail}`);
      return at;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
