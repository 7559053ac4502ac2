import { request } from 'node:http';
import { DESK_BASE, DESK_ROUTES, type DeskRoute } from '@flint/contracts/desk';
import { ROUTES } from '@flint/contracts';
import type { TestStudent } from '@flint/testing';
import { startTestDesk, type TestDesk } from '../../src/desk/testing/desk';
import { sampleOf } from './api';

const ID = 'f'.repeat(24);
const every = Object.values(DESK_ROUTES) as DeskRoute[];
const guarded = every.filter(({ stage }) => stage !== 'none');
const full = every.filter(({ stage }) => stage === 'full');
const nameOf = ({ method, path }: DeskRoute) =>
  `${method} ${path.replace('{id}', ID).replace('{kind}', 'mail')}`;
const table = (routes: readonly DeskRoute[]) =>
  routes.map((route) => [nameOf(route), route.body && sampleOf(route.body)] as const);

let desk: TestDesk;
let ann: TestStudent;
beforeAll(async () => {
  desk = await startTestDesk(['kim', 'sam']);
  ann = await desk.server.signIn();
});
afterAll(() => desk[Symbol.asyncDispose]());

const codeOf = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer;
  return [status, body?.code];
};

describe('a route of the desk', () => {
  it.each(table(guarded))(
    '%s - without a session, or with a student’s token - asks to sign in',
    async (at, body) => {
      expect(await codeOf(desk.browser().call(at, body))).toEqual([401, 'signed_out']);
      const forged = { cookie: `flint-desk=${'A'.repeat(43)}` };
      const students = { authorization: `Bearer ${ann.token}`, cookie: `flint-desk=${ann.token}` };
      for (const headers of [forged, students])
        expect(await codeOf(desk.browser().call(at, body, headers))).toEqual([401, 'session_over']);
    },
  );

  it.each(table(full))('%s - after the mailed code alone - requires the second factor', async (at, body) => {
    const half = await halfKim();
    expect(await codeOf(half.call(at, body))).toEqual([403, 'second_factor_needed']);
  });

  it.each(table(every))(
    '%s - from another origin, site or host name - is refused, and opens nothing to it',
    async (at, body) => {
      const kim = await fullKim();
      const isWrite = !at.startsWith('GET');
      const foreign: Record<string, string>[] = [
        { origin: desk.server.url },
        { origin: 'null' },
        { 'sec-fetch-site': 'same-site', ...(isWrite && { origin: desk.url }) },
        { 'sec-fetch-site': 'cross-site', ...(isWrite && { origin: desk.url }) },
      ];
      for (const headers of foreign) {
        const { status, body: told, headers: sent } = await kim.call(at, body, headers);
        expect([status, told.code]).toEqual([403, 'foreign_origin']);
        expect(sent.get('access-control-allow-origin')).toBeNull();
      }
      const asked = await kim.call(at.replace(/^\w+/, 'OPTIONS'), undefined, { origin: desk.server.url });
      expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('by another host name that resolves here - is refused, even if all else is right', async () => {
    const kim = await fullKim();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'desk.attacker.example', cookie: kim.cookie };
      request(`${desk.url}${DESK_BASE}/cases`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it.each(table(every.filter(({ method }) => method !== 'GET')))(
    '%s - without an origin, or as a form - is refused',
    async (at, body) => {
      const kim = await fullKim();
      expect(await codeOf(kim.call(at, body, { origin: '' }))).toEqual([403, 'foreign_origin']);
      if (body === undefined) return;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await kim.call(at, body, form)).status).toBe(415);
    },
  );

  it('on the students’ API - answers 404, and so do theirs at the desk', async () => {
    for (const [at] of table(every)) {
      const [method = '', path = ''] = at.split(' ');
      const answer = await fetch(desk.server.url + DESK_BASE + path, {
        method,
        headers: { authorization: `Bearer ${ann.token}` },
      });
      expect(answer.status).toBe(404);
    }
    for (const { method, path } of Object.values(ROUTES))
      expect((await fetch(`${desk.url}/api/v1${path}`, { method })).status).toBe(404);
  });
});

let half: Awaited<ReturnType<TestDesk['half']>> | undefined;
const halfKim = async () => (half ??= await desk.half('sam'));
let signedIn: Awaited<ReturnType<TestDesk['signIn']>> | undefined;
const fullKim = async () => (signedIn ??= await desk.signIn('kim'));
