import { createClient } from '@supabase/supabase-js';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer } from '@flint/testing';
import { mailer } from '../../../infra/mailer';

/** Node 20 has no WebSocket, and none is ever opened (auth-contract 0.2). */
class NoSocket {}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined when the body is empty. */
  readonly body: any;
}

type Sent = Readonly<Record<string, string>>;

/** A client as a browser tab has it, with a memory of its own. */
export function createTab(url: string, storage = new Map<string, string>()) {
  const client = createClient(url, 'sb_publishable_local', {
    realtime: { transport: NoSocket as never },
    auth: {
      flowType: 'implicit',
      detectSessionInUrl: false,
      persistSession: true,
      autoRefreshToken: false,
      storageKey: 'auth-storage',
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  });
  return { auth: client.auth, storage };
}

/** Calls below /auth/v1, without any client in between. */
export function caller(url: string) {
  return async (methodAndPath: string, body?: unknown, headers: Sent = {}): Promise<Reply> => {
    const [method = 'GET', at = '/'] = methodAndPath.split(' ');
    const response = await fetch(`${url}/auth/v1${at}`, {
      method,
      headers: { 'content-type': 'application/json', apikey: 'k', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text ? JSON.parse(text) : undefined,
    };
  };
}

/** The code of the newest mail to an address. */
export async function codeFor(server: Pick<TestServer, 'deps'>, email: string): Promise<string> {
  const { outbox, settled } = mailer(server.deps);
  await settled();
  const mail = outbox?.list().find(({ to }) => to.address === email);
  const code = /^(\d{6}) /.exec(mail?.subject ?? '')?.[1];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

export const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

/** A server whose clock the test moves, and shortcuts through it. */
export async function startStage(
  env: Parameters<typeof startTestServer>[0] extends infer O
    ? O extends { env?: infer E }
      ? E
      : never
    : never = {},
) {
  const clock = fixedClock(new Date());
  const server = await startTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000', ...env } });
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
    /** A session's JSON, through a mailed code. */
    async signIn(email = 'ann@campus.edu') {
      await send(email);
      const { body } = await verify(email, await codeFor(server, email));
      return body;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
