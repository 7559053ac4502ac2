import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { shownUrl } from '../../src/resources/photos/addresses';
import { albums, uploads } from '../../src/resources/photos/photo.model';
import { photoStore } from '../../src/infra/photo-store';
import { jsonAs, send } from './api';

// the clock on the wall: what is measured is how soon something ends
const WITHIN_MS = 5_000;
const PROFILE = { answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' } } };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({}, new Date());
  // time passes by itself
  const started = performance.now();
  const start = stage.clock.now().getTime();
  jest.spyOn(stage.clock, 'now').mockImplementation(() => new Date(start + performance.now() - started));
});
afterAll(() => stage[Symbol.asyncDispose]());

let count = 0;
async function enter(): Promise<{ id: string; token: string }> {
  const { access_token: token, user } = await stage.signIn(`ended${(count += 1)}@campus.edu`);
  await send(stage.server.url, 'PATCH', '/api/v1/profile', jsonAs({ token }, PROFILE));
  return { id: user.id, token };
}

/** Resolves with the milliseconds until the stream of events has ended; it was open when this resolves first. */
async function openStream(url: string, token: string): Promise<() => Promise<number>> {
  const answer = await fetch(`${url}/api/v1/offers/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  await reader.read();
  return async () => {
    const started = performance.now();
    while (!(await reader.read()).done);
    return performance.now() - started;
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

describe.each(Object.entries(WAYS))('%s', (_way, leave) => {
  it('with streams of events open - ends them within five seconds, on another process too, and no other’s', async () => {
    await using twin = await startTwin(stage.server.deps);
    const [leaving, staying] = [await enter(), await enter()];
    const ended = [
      await openStream(stage.server.url, leaving.token),
      await openStream(twin.url, leaving.token),
    ];
    const other = await openStream(stage.server.url, staying.token);
    await leave(leaving);
    for (const ms of await Promise.all(ended.map((wait) => wait()))) expect(ms).toBeLessThan(WITHIN_MS);
    const stays = await Promise.race([
      other(),
      new Promise((resolve) => setImmediate(() => resolve('still open'))),
    ]);
    expect(stays).toBe('still open');
  }, 30_000);

  it('with a link to the own data - ends the link at once, on another process too', async () => {
    await using twin = await startTwin(stage.server.deps);
    const who = await enter();
    const made = await send(stage.server.url, 'POST', '/api/v1/account/export-link', jsonAs(who, {}));
    const { url } = JSON.parse(made.text);
    expect((await send(twin.url, 'GET', url)).status).toBe(200);
    await leave(who);
    for (const at of [stage.server.url, twin.url]) expect((await send(at, 'GET', url)).status).toBe(404);
  });
});

describe('deleting the account, of whoever was shown a picture', () => {
  it('the address of the picture - shows nothing any more', async () => {
    const [owner, viewer] = [await enter(), await enter()];
    const { deps } = stage.server;
    const key = 'a'.repeat(32);
    const now = stage.clock.now();
    await uploads(deps.db).create({
      _id: key,
      userId: owner.id,
      fileType: 'image/jpeg',
      maxBytes: 10,
      state: 'kept',
      createdAt: now,
      expiresAt: now,
    });
    await albums(deps.db).updateOne(
      { _id: owner.id },
      { $set: { photos: [{ id: 'x', key }] } },
      { upsert: true },
    );
    await photoStore(deps).write(`${key}/large.jpg`, Buffer.from('picture'));
    const address = shownUrl(deps, key, 'large', viewer.id);
    expect((await send(stage.server.url, 'GET', address)).status).toBe(200);
    await WAYS['deleting the account']!(viewer);
    expect((await send(stage.server.url, 'GET', address)).status).toBe(404);
  });
});
