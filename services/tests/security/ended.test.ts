import type { TestStudent } from '@flint/testing';
import { decodeJwt } from 'jose';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { jpeg } from '../../src/resources/photos/testing/uploads';
import { isListening } from '../../src/resources/offers/event-stream';
import { users } from '../../src/resources/sign-in/user.model';
import { asStudent, jsonAs, send } from './api';

/** How soon something ends, by the server's clock. */
const WITHIN_SECONDS = 5;
const PROFILE = { answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' } } };

let stage: Stage;
beforeAll(async () => void (stage = await startStage({}, new Date())));
afterAll(() => stage[Symbol.asyncDispose]());

let count = 0;
async function enter(): Promise<{ id: string; token: string }> {
  const { access_token: token, user } = await stage.signIn(`ended${(count += 1)}@campus.edu`);
  await send(stage.server.url, 'PATCH', '/api/v1/profile', jsonAs({ token }, PROFILE));
  return { id: user.id, token };
}

/** Resolves first when the event stream is open; the inner promise resolves when it ended. */
async function openStream(url: string, token: string): Promise<() => Promise<void>> {
  const answer = await fetch(`${url}/api/v1/offers/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  await reader.read();
  return async () => {
    while (!(await reader.read()).done);
  };
}

const WAYS: Readonly<Record<string, (who: { token: string }) => Promise<unknown>>> = {
  'signing out': ({ token }) =>
    stage.auth('POST /logout?scope=local', undefined, { authorization: `Bearer ${token}` }),
  'signing out everywhere': ({ token }) =>
    stage.auth('POST /logout?scope=global', undefined, { authorization: `Bearer ${token}` }),
  'deleting the account': ({ token }) =>
    send(stage.server.url, 'DELETE', '/api/v1/account', { headers: { authorization: `Bearer ${token}` } }),
};

/**
 * Opens streams of one student at two processes and of another student; `leave` ends the first student's session. Resolves when the first
 * two streams have ended.
 */
async function watchLeaving(twinUrl: string, leave: (who: { token: string }) => Promise<unknown>) {
  const [leaving, staying] = [await enter(), await enter()];
  const [own, atTwin, other] = await Promise.all([
    openStream(stage.server.url, leaving.token),
    openStream(twinUrl, leaving.token),
    openStream(stage.server.url, staying.token),
  ]);
  await leave(leaving);
  stage.clock.advanceSeconds(WITHIN_SECONDS);
  await Promise.all([own(), atTwin()]);
  const stays = await Promise.race([other(), new Promise((resolve) => setImmediate(resolve, 'still open'))]);
  const listening = [leaving, staying].map(({ id }) => isListening(stage.server.deps, id));
  return { stays, listening };
}

describe('streams of events', () => {
  let ways: Readonly<Record<string, Awaited<ReturnType<typeof watchLeaving>>>>;
  beforeAll(async () => {
    await using twin = await startTwin(stage.server.deps);
    const watched: [string, Awaited<ReturnType<typeof watchLeaving>>][] = [];
    for (const [way, leave] of Object.entries(WAYS)) watched.push([way, await watchLeaving(twin.url, leave)]);
    ways = Object.fromEntries(watched);
  });

  it.each(Object.keys(WAYS))(
    'after %s - end within five seconds, on another process too, and no other student’s do',
    (way) => expect(ways[way]!.stays).toBe('still open'),
  );

  it.each(Object.keys(WAYS))('that ended after %s - no longer suppress mail', (way) =>
    expect(ways[way]!.listening).toEqual([false, true]),
  );
});

describe.each(Object.entries(WAYS))('%s', (_way, leave) => {
  it('with an export link - ends the link at once, on another process too', async () => {
    await using twin = await startTwin(stage.server.deps);
    const who = await enter();
    const made = await send(stage.server.url, 'POST', '/api/v1/account/export-link', jsonAs(who, {}));
    const { url } = JSON.parse(made.text);
    expect((await send(twin.url, 'GET', url)).status).toBe(200);
    await leave(who);
    for (const at of [stage.server.url, twin.url]) expect((await send(at, 'GET', url)).status).toBe(404);
  });
});

describe.each(Object.entries(WAYS))('%s', (_way, leave) => {
  it('with an upload address - ends the address, and leaves one of another student', async () => {
    const issue = async (who: { token: string }): Promise<string> => {
      const wish = { fileName: 'me.jpg', fileType: 'image/jpeg' };
      const path = '/api/v1/photos/upload-url';
      return JSON.parse((await send(stage.server.url, 'POST', path, jsonAs(who, wish))).text).uploadUrl;
    };
    const upload = async (address: string) => {
      const body = new Uint8Array(await jpeg());
      const headers = { 'content-type': 'image/jpeg' };
      return (await fetch(stage.server.url + address, { method: 'PUT', headers, body })).status;
    };
    const [leaving, staying] = [await enter(), await enter()];
    const [own, other] = [await issue(leaving), await issue(staying)];
    await leave(leaving);
    expect([await upload(own), await upload(other)]).toEqual([403, 201]);
  });
});

/** A student with a photo, signed in in two browsers, each with its own photo addresses. */
async function enterWithPhoto() {
  const email = `pictured${(count += 1)}@campus.edu`;
  const enterAgain = async () => {
    // a second code may be requested after a minute
    stage.clock.advanceSeconds(61);
    const { access_token: token, user } = await stage.signIn(email);
    return { id: user.id as string, token: token as string };
  };
  const call = async (token: string, method: string, at: string, body: object) =>
    JSON.parse((await send(stage.server.url, method, `/api/v1${at}`, jsonAs({ token }, body))).text);
  const [one, other] = [await enterAgain(), await enterAgain()];
  await call(one.token, 'PATCH', '/profile', PROFILE);
  const asked = await call(one.token, 'POST', '/photos/upload-url', {
    fileName: 'me.jpg',
    fileType: 'image/jpeg',
  });
  await fetch(stage.server.url + asked.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(await jpeg()),
  });
  const saved = await call(one.token, 'POST', '/photos', { photos: [{ url: asked.url }] });
  const seen = await send(stage.server.url, 'GET', '/api/v1/photos', { headers: asStudent(other) });
  const addressesOf = ([item]: any[]): string[] => [item.displayUrl, item.thumbnailUrl];
  return {
    one: { ...one, addresses: addressesOf(saved.items) },
    other: { ...other, addresses: addressesOf(JSON.parse(seen.text).items) },
  };
}

type Held = Pick<TestStudent, 'token'>;
const ENDINGS: readonly [string, (one: Held, other: Held) => Promise<unknown>, 'one' | 'both'][] = [
  ['signing out', WAYS['signing out']!, 'one'],
  [
    'ending the session from another browser',
    ({ token }, other) =>
      send(stage.server.url, 'DELETE', `/api/v1/account/sessions/${String(decodeJwt(token).session_id)}`, {
        headers: asStudent(other),
      }),
    'one',
  ],
  ['signing out everywhere', WAYS['signing out everywhere']!, 'both'],
  ['deleting the account', WAYS['deleting the account']!, 'both'],
  [
    'a ban from signing in',
    async ({ token }) => {
      const bannedUntil = new Date(stage.clock.now().getTime() + 3_600_000);
      await users(stage.server.deps.db).updateOne({ _id: decodeJwt(token).sub! }, { bannedUntil });
    },
    'both',
  ],
];

describe.each(ENDINGS)('addresses of pictures, after %s', (_name, leave, whose) => {
  it('of the ended session - show nothing within five seconds, also on another process; those of other sessions - still work', async () => {
    await using twin = await startTwin(stage.server.deps);
    const urls = [stage.server.url, twin.url];
    const { one, other } = await enterWithPhoto();
    const all = [...one.addresses, ...other.addresses];
    for (const url of urls)
      for (const address of all) expect((await send(url, 'GET', address)).status).toBe(200);
    await leave(one, other);
    stage.clock.advanceSeconds(WITHIN_SECONDS);
    for (const url of urls)
      for (const address of whose === 'one' ? one.addresses : all)
        expect((await send(url, 'GET', address)).status).toBe(404);
    if (whose === 'both') return;
    for (const url of urls)
      for (const address of other.addresses) expect((await send(url, 'GET', address)).status).toBe(200);
    // the signature covers the session's id
    const [mine, theirs] = [one, other].map(({ token }) => decodeJwt(token).session_id as string);
    const swapped = one.addresses[0]!.replace(mine!, theirs!);
    expect((await send(stage.server.url, 'GET', swapped)).status).toBe(404);
  }, 30_000);
});
