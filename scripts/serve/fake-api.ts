import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { STREAM_BEAT_MS } from '@flint/contracts/offer-events';

export const USER = { id: '6f0b7f3e-0000-4000-8000-000000000001', email: 'ada@campus.edu' };

/** What supabase-js keeps on the device for a signed-in student; `expiresIn` in seconds. */
export function storedSession(expiresIn = 3600) {
  const user = { ...USER, aud: 'authenticated', role: 'authenticated', app_metadata: {}, user_metadata: {} };
  return {
    access_token: 'fake-access-token',
    refresh_token: 'fake-refresh-token',
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: Math.floor(Date.now() / 1000) + expiresIn,
    user,
  };
}

const CONFIG = {
  appName: 'Flint',
  universityName: 'Campus',
  universityEmailHost: 'campus.edu',
  universityTimezone: 'America/Toronto',
  supabaseUrl: null,
  supabaseKey: 'sb_publishable_local',
};

type Answer = readonly [status: number, body: unknown];

const CONFIG_READ = 'GET /api/v1/config';

const ANSWERS: Readonly<Record<string, Answer>> = {
  [CONFIG_READ]: [200, CONFIG],
  'GET /api/v1/profile': [
    200,
    {
      ...USER,
      answers: {},
      onboardingCompletedAt: null,
      age: null,
      completeness: 20,
      matchable: { ready: false, missing: [] },
      sections: [],
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
  ],
  'GET /api/v1/availability': [
    200,
    { utcSlots: [], timezone: 'UTC', lastUpdated: '2026-01-01T00:00:00.000Z' },
  ],
  'GET /api/v1/blocks': [200, { items: [], nextCursor: null }],
  'GET /api/v1/photos': [200, { items: [], nextCursor: null }],
  'GET /api/v1/offers': [200, { items: [], nextCursor: null }],
  'GET /api/v1/offers/mail': [200, { wanted: true }],
  'GET /api/v1/matches': [
    200,
    {
      items: [],
      nextCursor: null,
      missing: [],
      whyFew: null,
      refreshedAt: '2026-01-01T00:00:00.000Z',
      nextAt: '2026-01-02T09:00:00.000Z',
    },
  ],
  'POST /api/v1/browser-reports': [204, null],
  'GET /auth/v1/user': [200, storedSession().user],
  'POST /auth/v1/otp': [200, {}],
  'POST /auth/v1/verify': [200, storedSession()],
  'POST /auth/v1/token': [200, storedSession()],
  'POST /auth/v1/logout': [204, null],
};

const STREAM = 'GET /api/v1/offers/events';

const NOT_FOUND: Answer = [
  404,
  { type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found', detail: '' },
];

function send(response: ServerResponse, [status, body]: Answer, isKept: boolean): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': isKept ? 'private, no-cache' : 'no-store',
    vary: 'accept-language',
  });
  response.end(body === null ? undefined : JSON.stringify(body));
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
  const beat = setInterval(() => response.write(': still here\n\n'), STREAM_BEAT_MS);
  response.on('close', () => clearInterval(beat));
}

/** An API of canned responses; tests replace some by `METHOD /path` while it runs. */
export function createFakeApi() {
  const replaced = new Map<string, Answer | 'hang' | 'stream'>();
  const seen: string[] = [];
  const listener: RequestListener = (request: IncomingMessage, response) => {
    const key = `${request.method} ${(request.url ?? '').split('?')[0]}`;
    seen.push(key);
    const answer = replaced.get(key) ?? (key === STREAM ? 'stream' : (ANSWERS[key] ?? NOT_FOUND));
    if (answer === 'stream') openStream(response);
    else if (answer !== 'hang') send(response, answer, key === CONFIG_READ);
  };
  return { listener, replaced, seen };
}
