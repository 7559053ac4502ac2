import { API_BASE } from '@flint/contracts';

export interface FakeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Keys are `METHOD /path` below the API's base; a value may be an answer or a function of the call. */
export type FakeRoutes = Record<
  string,
  FakeAnswer | ((call: RecordedCall) => FakeAnswer | Promise<FakeAnswer> | never)
>;

const original = globalThis.fetch;
const restore = () => void (globalThis.fetch = original);
// `npm run alone` uses it outside of tests
if (typeof afterEach === 'function') afterEach(restore);

/**
 * Replaces `fetch` by a table of responses until the test ends; an address without an entry gets 404. A function that throws is a lost network.
 * Returns the calls, and a function that restores `fetch` earlier.
 */
export function fakeApi(routes: FakeRoutes) {
  const calls: RecordedCall[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    const call: RecordedCall = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(API_BASE, ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    calls.push(call);
    const entry = routes[`${call.method} ${call.path}`] ?? {
      status: 404,
      body: { code: 'not_found', detail: 'no' },
    };
    const answer = typeof entry === 'function' ? await entry(call) : entry;
    const status = answer.status ?? 200;
    const { headers = {} } = answer;
    return new Response(status === 204 ? null : JSON.stringify(answer.body ?? null), { status, headers });
  };
  return { calls, routes, restore };
}
