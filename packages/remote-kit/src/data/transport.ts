import { locale } from '@flint/texts';
import { API_BASE, LIMITS, pathOf, type Route } from '@flint/contracts';
import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';
import { withProof } from '@flint/contracts/proof-of-work';
import { randomKey } from '@flint/contracts/random-key';
import { compareClocks } from './clock';
import { networkFailure, refusedFailure, type CallFailure } from './failure';

/** What the API client needs from the owner of the session (the shell). */
export interface Credentials {
  /** The access token, an expired one if it cannot be refreshed, or null when signed out. */
  accessToken(): Promise<string | null>;
  /** Called after a 401: the session may be over. */
  onUnauthenticated(): void;
  /** Called after every answer: whether the device had it, because the server did not respond. */
  onAnswer?(isFromDevice: boolean): void;
  /** The response to a GET of `path` (below the API's base) that was requested with this token before the client was loaded; once. */
  takeEarly?: ((path: string, token: string) => Promise<Response> | undefined) | undefined;
}

let credentials: Credentials = {
  accessToken: () => Promise.resolve(null),
  onUnauthenticated: () => undefined,
};

/** Sets the credentials of all later calls. */
export function setCredentials(owner: Credentials): void {
  credentials = owner;
}

/** The access token, an expired one if it cannot be refreshed, or null when signed out. */
export const accessToken = (): Promise<string | null> => credentials.accessToken();

/** Notifies the owner of the session that the server refused its token. */
export const tellUnauthenticated = (): void => credentials.onUnauthenticated();

export interface Call {
  readonly route: Route;
  /** Base path of the route's API; default: the students' API. */
  readonly base?: string;
  /** Words for 'Failed to <action>: …' (spec 7). */
  readonly action: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  /** Headers of the route's API, besides those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Completes the call even if the page closes; for bodies below 60 kB. Calls made while it closes always do. */
  readonly keepalive?: boolean;
}

/** The patience with calls about the account as a whole, whose export may be large. */
const LONG_PATIENCE_MS = 120_000;

/** `meta`: whether the device had it. */
type Answer = { readonly data: unknown; readonly meta: boolean } | { readonly error: CallFailure };

/** Whether the page is closing, so that calls must outlive it. */
let isLeaving = false;
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => void (isLeaving = true), { capture: true });
  addEventListener('pageshow', () => void (isLeaving = false));
}

const proving = withProof((input, init) => fetch(input, init));

function headersOf({ body, idempotencyKey, headers: own }: Call, token: string | null): Headers {
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': locale(),
    // identifies the call in the server's log
    'x-request-id': randomKey(),
    ...own,
  });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** The response, and the device's time of its request. */
async function fetchAnswer(
  call: Call,
  path: string,
  signal: AbortSignal,
): Promise<[response: Response, began: number]> {
  const { route, base = API_BASE, body, keepalive = isLeaving } = call;
  const token = route.auth === 'user' ? await credentials.accessToken() : null;
  // what was requested before a write may be outdated
  if (route.method !== 'GET') credentials = { ...credentials, takeEarly: undefined };
  const early = route.method === 'GET' && token ? credentials.takeEarly?.(path, token) : undefined;
  // requested when the page began
  if (early) return [await early, performance.timeOrigin];
  const began = Date.now();
  const response = await proving(new URL(base + path, location.origin), {
    method: route.method,
    headers: headersOf(call, token),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
    ...(keepalive ? { keepalive } : {}),
  });
  return [response, began];
}

let hasCopies = false;

/** Whether an answer came from the device since the last call of this function: the page shows copies, which may be days old. */
export function hadCopies(): boolean {
  const had = hasCopies;
  hasCopies = false;
  return had;
}

async function read(call: Call, path: string, signal: AbortSignal): Promise<Answer> {
  const [response, began] = await fetchAnswer(call, path, signal);
  const isFromDevice = response.headers.has(FROM_DEVICE_HEADER);
  hasCopies ||= isFromDevice;
  if (!isFromDevice) compareClocks(response, began);
  credentials.onAnswer?.(isFromDevice);
  const parsed = parse(await response.text());
  if (response.ok) return { data: parsed ?? null, meta: isFromDevice };
  if (response.status === 401) credentials.onUnauthenticated();
  return { error: refusedFailure(call.action, response, parsed) };
}

/**
 * Sends one call of the route table. Never throws: a refusal or a lost network is an `error`, and so is a line that answers nothing, of which
 * `fetch` would never tell.
 */
export async function send(call: Call): Promise<Answer> {
  const path = pathOf(call.route, call.params);
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(),
    path.startsWith('/account') ? LONG_PATIENCE_MS : LIMITS.answerPatienceMs,
  );
  const signal = call.signal ? AbortSignal.any([call.signal, late.signal]) : late.signal;
  // what it waits for may not end with the signal: a token, an answer that was requested early
  const over = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
  try {
    return await Promise.race([read(call, path, signal), over]);
  } catch {
    return { error: networkFailure() };
  } finally {
    clearTimeout(timer);
  }
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
