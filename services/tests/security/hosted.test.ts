// Longer than 300 lines: one hosted project, its tokens, its users and what is deleted there.
import { randomUUID } from 'node:crypto';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer } from '@flint/testing';
import { decodeJwt } from 'jose';
import { actForStudent } from '../../src/account-command';
import { alertBrowsers } from '../../src/resources/alerts/alert.model';
import { alerts } from '../../src/resources/alerts/alerts.resource';
import { recordErasure } from '../../src/resources/erased-accounts';
import { RESOURCES } from '../../src/resources/index';
import { jpeg } from '../../src/resources/photos/testing/uploads';
import { addOperator } from '../../src/resources/safety/operators';
import { hasCut } from '../../src/resources/safety/index';
import { safety } from '../../src/resources/safety/safety.resource';
import { revocations } from '../../src/resources/sign-in/revocation.model';
import { SERVICE_KEY, startHostedDouble } from '../../src/resources/sign-in/testing/hosted-double';
import { asStudent, jsonAs, send } from './api';

type Double = Awaited<ReturnType<typeof startHostedDouble>>;

let project: Double;
let server: TestServer;
const clock = fixedClock(new Date());
beforeAll(async () => {
  project = await startHostedDouble(clock);
  server = await startTestServer({
    clock,
    env: { SUPABASE_URL: project.url, SUPABASE_KEY: 'k', UNIVERSITY_EMAIL_PLUS_TAGS: 'true' },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const statusWith = async (token: string, call = 'GET /matches') =>
  (await server.call(call, undefined, { authorization: `Bearer ${token}` })).status;

const unproven = { email_confirmed_at: null };
type Made = Parameters<Double['token']>[1];

describe('a token of a hosted project', () => {
  it.each<[what: string, email: string, made?: Made]>([
    ['for another host', 'ann@elsewhere.edu'],
    ['for a host with our name as its ending', 'ann@evilcampus.edu'],
    ['for a host below ours', 'ann@cs.campus.edu'],
    ['for a tag of a mailbox', 'ann+dates@campus.edu'],
    ['without an address', ''],
    ['of an anonymous user', '', { claims: { is_anonymous: true }, user: { is_anonymous: true } }],
    ['of an anonymous user with an address', 'ann@campus.edu', { claims: { is_anonymous: true } }],
    ['of a user the project calls anonymous', 'ann@campus.edu', { user: { is_anonymous: true } }],
    ['for an unconfirmed address', 'ann@campus.edu', { user: unproven }],
    ['whose address has changed since', 'ann@campus.edu', { user: { email: 'ann@elsewhere.edu' } }],
    [
      'signed in by a password, where sign-up needs no confirmation',
      'ann@campus.edu',
      { claims: { amr: [{ method: 'password' }] } },
    ],
    ['without a sign-in method', 'ann@campus.edu', { claims: { amr: undefined } }],
    ['for another audience', 'ann@campus.edu', { claims: { aud: 'admins' } }],
    ['of another issuer', 'ann@campus.edu', { claims: { iss: 'https://other.supabase.co/auth/v1' } }],
    ['of the anonymous role', 'ann@campus.edu', { claims: { role: 'anon' } }],
    ['of the service', 'ann@campus.edu', { claims: { role: 'service_role' } }],
  ])('%s - is refused - everywhere', async (_what, email, made = {}) => {
    const token = await project.token(email, made);
    for (const call of ['GET /matches', 'GET /profile', 'GET /account/export'])
      expect([call, await statusWith(token, call)]).toEqual([call, 401]);
  });

  it('of a student with a confirmed address - is accepted, under the lower-case address', async () => {
    const token = await project.token('Bea@Campus.edu');
    expect(await statusWith(token)).toBe(200);
    const made = await send(server.url, 'POST', '/api/v1/profile', jsonAs({ token }, { answers: {} }));
    expect([made.status, JSON.parse(made.text).email]).toEqual([201, 'bea@campus.edu']);
  });

  it('while the project is out of reach - sessions it confirmed before are accepted, others are not', async () => {
    const [met, stranger] = [await project.token('met@campus.edu'), await project.token('new@campus.edu')];
    expect(await statusWith(met)).toBe(200);
    project.setDown(true);
    expect(await statusWith(stranger)).toBe(503);
    expect(await statusWith(met)).toBe(200);
    project.setDown(false);
    expect(await statusWith(stranger)).toBe(200);
  });
});

async function enter(name: string, made?: Made) {
  const token = await project.token(`${name}@campus.edu`, made);
  const call = async (method: string, at: string, body?: object) => {
    const init = body ? jsonAs({ token }, body) : { headers: asStudent({ token }) };
    const { status, text } = await send(server.url, method, `/api/v1${at}`, init);
    return { status, body: text ? JSON.parse(text) : null };
  };
  return { id: decodeJwt(token).sub!, token, call };
}

describe('a student of a hosted project without a profile', () => {
  it('who blocks, reports and hides somebody - keeps them apart, lists them and lifts it', async () => {
    const [ann, ben] = [await enter('blocker'), await enter('blocked')];
    await ben.call('POST', '/profile', { answers: {} });
    const listed = async () =>
      (await ann.call('GET', '/blocks')).body.items.map(({ userId }: { userId: string }) => userId);
    expect((await ann.call('POST', '/blocks', { userId: ben.id })).status).toBe(204);
    expect(await listed()).toEqual([ben.id]);
    await ann.call('DELETE', `/blocks/${ben.id}`);
    expect(await listed()).toEqual([]);
    const report = await ann.call('POST', '/safety/reports', { userId: ben.id, reason: 'harassment' });
    expect(report.status).toBe(201);
    expect((await ann.call('POST', `/matches/${ben.id}/hide`)).status).toBe(204);
    expect(await listed()).toEqual([ben.id]);
    await ann.call('POST', '/profile', { answers: {} });
    expect(await hasCut(server.deps, ann.id, ben.id)).toBe(true);
    const pairs = await server.deps.db.collection('pairs_apart').find({}).toArray();
    expect(pairs.map(({ reason }) => reason).toSorted()).toEqual(['not_for_me', 'report']);
  });

  it('who blocked somebody before an update - keeps the block, which holds from the start after there is a profile', async () => {
    const [ann, ben] = [await enter('early'), await enter('other')];
    await ben.call('POST', '/profile', { answers: {} });
    const pair = { by: ann.id, about: ben.id, reason: 'block', createdAt: clock.now() };
    const pairs = server.deps.db.collection<{ _id: string }>('pairs_apart');
    await pairs.insertOne({ _id: `${ann.id} ${ben.id} block`, ...pair });
    await safety.prepare!(server.deps);
    await ann.call('POST', '/profile', { answers: {} });
    await safety.prepare!(server.deps);
    expect(await hasCut(server.deps, ann.id, ben.id)).toBe(true);
    expect(await pairs.countDocuments({ by: ann.id })).toBe(0);
  });
});

describe('a second account of one mailbox', () => {
  it('by an alias of its address - gets no profile, and so no life without the first one’s strikes', async () => {
    server.deps.env.UNIVERSITY_EMAIL_ALIASES = '.';
    const [ann, alias] = [await enter('ann.lee'), await enter('annlee')];
    const save = async ({ call }: typeof ann) => (await call('PATCH', '/profile', { answers: {} })).status;
    expect([await save(ann), await save(alias), await save(ann)]).toEqual([200, 403, 200]);
    await ann.call('DELETE', '/account');
    expect(await save(alias)).toBe(200);
    server.deps.env.UNIVERSITY_EMAIL_ALIASES = '';
  });
});

describe('the alerts of a hosted project’s student', () => {
  it('after the project ended the session, or the student all others - are not kept for when that is forgotten', async () => {
    const token = await project.token('alerted@campus.edu');
    const { sub: userId, session_id: own } = decodeJwt<{ session_id: string }>(token);
    const added = { userId: userId!, target: 't', addedAt: clock.now() };
    const row = (sessionId: string) => ({ _id: sessionId, sessionId, ...added });
    const browsers = alertBrowsers(server.deps.db);
    await browsers.insertMany([row(own), row('another')]);
    const kept = () => browsers.distinct('sessionId', { userId: userId! });
    expect(await statusWith(token, 'DELETE /account/sessions')).toBe(204);
    expect(await kept()).toEqual([own]);
    project.end(token);
    clock.advanceSeconds(60);
    expect(await statusWith(token)).toBe(401);
    await alerts.timed![0]!.run(server.deps);
    expect(await kept()).toEqual([]);
  });
});

describe('the other devices of a hosted project’s student', () => {
  it('which the project does not list - make the list incomplete', async () => {
    const { call } = await enter('listed');
    const { items, isComplete } = (await call('GET', '/account/sessions')).body;
    expect([items.length, isComplete]).toEqual([1, false]);
  });

  it('whose account one device deletes - are signed out, and only a new code brings the student back', async () => {
    const [sub, session_id] = [randomUUID(), randomUUID()];
    const tokenOf = (more: object) => project.token('gone@campus.edu', { claims: { sub, ...more } });
    const [one, other] = [await tokenOf({}), await tokenOf({ session_id })];
    const statuses = [await statusWith(other), await statusWith(one, 'DELETE /account')];
    expect([...statuses, project.knows(other), project.knows(one)]).toEqual([200, 204, false, true]);
    clock.advanceSeconds(60);
    expect([await statusWith(one, 'DELETE /account'), await statusWith(one)]).toEqual([204, 401]);
    const old = await tokenOf({ session_id, amr: decodeJwt(other).amr });
    expect(await statusWith(old)).toBe(401);
    const { call: back } = await enter('gone', { claims: { sub } });
    expect((await back('PATCH', '/profile', { answers: {} })).status).toBe(200);
    expect(await statusWith(one, 'DELETE /account')).toBe(204);
    // that a token's account was erased is forgotten before the erasure is
    await revocations(server.deps.db).deleteMany({});
    clock.advanceSeconds(60);
    const late = await send(server.url, 'PATCH', '/api/v1/profile', jsonAs({ token: old }, { answers: {} }));
    expect(late.status).toBe(401);
    expect((await back('GET', '/profile')).status).toBe(200);
  });

  it('who returns while the erasure is incomplete - writes nothing that the rest of it would erase', async () => {
    const claims = { sub: randomUUID() };
    const leaver = await enter('leaving', { claims });
    await leaver.call('POST', '/profile', { answers: {} });
    // the process that erases ends after it recorded the erasure
    await recordErasure(server.deps, leaver.id);
    clock.advanceSeconds(60);
    const back = await enter('leaving', { claims });
    expect((await back.call('PATCH', '/profile', { answers: {} })).status).toBe(503);
    clock.advanceSeconds(180);
    await RESOURCES.find(({ name }) => name === 'account')!.timed![0]!.run(server.deps);
    clock.advanceSeconds(60);
    const later = await enter('leaving', { claims });
    const statuses = [
      await later.call('GET', '/profile'),
      await later.call('POST', '/profile', { answers: {} }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([404, 201]);
  });
});

describe('the project’s own account of a deleted student', () => {
  const setKey = (key: string) => void (server.deps.env.SUPABASE_SERVICE_KEY = key);
  beforeAll(() => addOperator(server.deps, 'kim', 'kim has a long secret'));
  afterAll(() => void delete server.deps.env.SUPABASE_SERVICE_KEY);

  it('is deleted there by a session that is live, and by none that has ended since, whose user is banned there, or that the project does not answer for', async () => {
    setKey(SERVICE_KEY);
    const [ann, ben, cem] = [await enter('now'), await enter('ended'), await enter('banned')];
    for (const { call } of [ann, ben, cem]) await call('POST', '/profile', { answers: {} });
    const leave = async ({ call }: typeof ann) => (await call('DELETE', '/account')).status;
    project.end(ben.token);
    project.ban(cem.token);
    project.setDown(true);
    expect(await leave(ann)).toBe(503);
    project.setDown(false);
    for (const one of [ben, cem]) expect(await leave(one)).toBe(401);
    expect([await leave(ann), project.deleted]).toEqual([204, [ann.id]]);
  });

  it.each([
    ['without a key', ''],
    ['with a key that it refuses', 'a key from before'],
  ])('%s - is left to the operator, who reads its id, and its student may return', async (_what, key) => {
    setKey(key);
    const claims = { sub: randomUUID() };
    const { id, call } = await enter('left', { claims });
    await call('POST', '/profile', { answers: {} });
    expect((await call('DELETE', '/account')).status).toBe(204);
    expect(server.logged().includes(`"userId":"${id}","msg":"delete this user`)).toBe(key !== '');
    clock.advanceSeconds(180);
    const { call: back } = await enter('left', { claims });
    await RESOURCES.find(({ name }) => name === 'account')!.timed![0]!.run(server.deps);
    const statuses = [await back('GET', '/profile'), await back('POST', '/profile', { answers: {} })];
    expect(statuses.map(({ status }) => status)).toEqual([404, 201]);
    const { text } = await actForStudent(server.deps, 'kim', ['erase', 'left@campus.edu'], { reason: '7' });
    expect(text).toContain(`Delete the user ${id} in the project of SUPABASE_URL`);
    expect(project.deleted).not.toContain(id);
  });
});

describe('a picture address of a hosted project’s student', () => {
  async function shown(name: string, made?: Made) {
    const token = await project.token(`${name}@campus.edu`, made);
    const post = async (at: string, body: object) =>
      JSON.parse((await send(server.url, 'POST', `/api/v1${at}`, jsonAs({ token }, body))).text);
    await post('/profile', { answers: {} });
    const asked = await post('/photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' });
    const headers = { 'content-type': 'image/jpeg' };
    await fetch(server.url + asked.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(await jpeg()) });
    const saved = await post('/photos', { photos: [{ url: asked.url }] });
    const address: string = saved.items[0].displayUrl;
    const status = async () => (await send(server.url, 'GET', address)).status;
    expect(await status()).toBe(200);
    return { token, status };
  }

  it('after the project ended the session - shows nothing', async () => {
    const { token, status } = await shown('over');
    project.end(token);
    clock.advanceSeconds(60);
    expect(await statusWith(token)).toBe(401);
    expect(await status()).toBe(404);
  });

  it('after a token of the session expired - shows the picture, and the session’s next token is accepted', async () => {
    const claims = { sub: randomUUID(), session_id: randomUUID() };
    const exp = Math.floor(clock.now().getTime() / 1000) + 52;
    const { token, status } = await shown('late', { claims: { ...claims, exp } });
    // longer than the API believes in the session, and still within the difference that it allows between clocks
    clock.advanceSeconds(54);
    expect(await statusWith(token)).toBe(401);
    expect(await status()).toBe(200);
    expect(await statusWith(await project.token('late@campus.edu', { claims }))).toBe(200);
  });

  it('after the account was deleted - shows nothing', async () => {
    const { token, status } = await shown('leaver');
    const { status: left } = await send(server.url, 'DELETE', '/api/v1/account', {
      headers: asStudent({ token }),
    });
    expect(left).toBe(204);
    expect(await status()).toBe(404);
  });

  it('after an unreported sign-out - shows nothing two hours later', async () => {
    const { token, status } = await shown('quiet');
    project.end(token);
    clock.advanceSeconds(2 * 3600 + 1);
    expect(await status()).toBe(404);
  });
});
