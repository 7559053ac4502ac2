import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { users } from '../../src/resources/sign-in/user.model';
import { asStudent, jsonAs, send } from './api';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let stage: Stage;
beforeAll(async () => void (stage = await startStage()));
afterAll(() => stage[Symbol.asyncDispose]());

interface Entered {
  readonly id: string;
  readonly token: string;
  readonly cookie: string;
}

/** Signs in with a new browser, or with the one that has `cookie`. */
async function enter(email: string, agent: string, cookie = ''): Promise<Entered> {
  stage.clock.advanceSeconds(61);
  await stage.send(email);
  const body = { email, token: await stage.codeFor(email), type: 'email' };
  const answer = await stage.auth('POST /verify', body, { 'user-agent': agent, cookie });
  const given = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  return { id: answer.body.user.id, token: answer.body.access_token, cookie: given };
}

const call = (who: Entered, method: string, at = '', url = stage.server.url) =>
  send(url, method, `/api/v1/account/sessions${at}`, { headers: asStudent(who) });
const listOf = async (who: Entered) => JSON.parse((await call(who, 'GET')).text).items;
const statusOf = async (who: Entered, url = stage.server.url) =>
  (await send(url, 'GET', '/api/v1/offers', { headers: asStudent(who) })).status;
/** Longer than another process caches a session. */
const passBelief = () => stage.clock.advanceSeconds(5);

describe('the list of sessions', () => {
  it('on two devices - lists both by browser, system and times, the current one first', async () => {
    const phone = await enter('list@campus.edu', SAFARI);
    const desk = await enter('list@campus.edu', CHROME);
    const [own, other, ...rest] = await listOf(desk);
    expect(rest).toEqual([]);
    expect(own).toMatchObject({ browser: 'Chrome', system: 'Windows', isThis: true });
    expect(other).toMatchObject({ browser: 'Safari', system: 'iPhone', isThis: false });
    expect(new Date(own.createdAt).getTime()).toBeGreaterThan(new Date(other.createdAt).getTime());
    expect(JSON.stringify([own, other])).not.toContain('Mozilla');
    expect((await listOf(phone))[0]).toMatchObject({ system: 'iPhone', isThis: true });
  });

  it('one ended from another - stops working everywhere within five seconds, its refresh token at once', async () => {
    await using twin = await startTwin(stage.server.deps);
    const [phone, desk] = [await enter('one@campus.edu', SAFARI), await enter('one@campus.edu', CHROME)];
    expect(await statusOf(phone, twin.url)).toBe(200);
    const other = (await listOf(desk)).find(({ isThis }: { isThis: boolean }) => !isThis);
    expect((await call(desk, 'DELETE', `/${other.id}`)).status).toBe(204);
    passBelief();
    for (const url of [stage.server.url, twin.url]) expect(await statusOf(phone, url)).toBe(401);
    expect(await statusOf(desk)).toBe(200);
  });

  it('all others ended at once - leaves the current one', async () => {
    const [a, b, c] = [
      await enter('all@campus.edu', SAFARI),
      await enter('all@campus.edu', CHROME),
      await enter('all@campus.edu', ''),
    ];
    expect((await call(b, 'DELETE')).status).toBe(204);
    passBelief();
    expect([await statusOf(a), await statusOf(b), await statusOf(c)]).toEqual([401, 200, 401]);
    expect(await listOf(b)).toHaveLength(1);
  });

  it('a session of another student - gets the response of an unknown one, and still works', async () => {
    const [victim, thief] = [await enter('v@campus.edu', SAFARI), await enter('t@campus.edu', CHROME)];
    const [{ id }] = await listOf(victim);
    const answers = [await call(thief, 'DELETE', `/${id}`), await call(thief, 'DELETE', `/${thief.id}`)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    passBelief();
    expect(await statusOf(victim)).toBe(200);
  });

  it('a browser that signs in again - has one session, not two', async () => {
    const first = await enter('again@campus.edu', CHROME);
    const second = await enter('again@campus.edu', CHROME, first.cookie);
    expect(await listOf(second)).toHaveLength(1);
    expect(await statusOf(first)).toBe(401);
  });
});

describe('a student whom an operator bans from signing in', () => {
  const ban = (id: string) =>
    users(stage.server.deps.db).updateOne({ _id: id }, { $set: { bannedUntil: new Date('2099-01-01') } });

  it('with a token valid for an hour - is refused within five seconds, on every process', async () => {
    await using twin = await startTwin(stage.server.deps);
    const who = await enter('banned@campus.edu', CHROME);
    for (const url of [stage.server.url, twin.url]) expect(await statusOf(who, url)).toBe(200);
    await ban(who.id);
    passBelief();
    for (const url of [stage.server.url, twin.url]) expect(await statusOf(who, url)).toBe(401);
  });

  it('with an export link - gets 404', async () => {
    const who = await enter('linked@campus.edu', CHROME);
    await send(
      stage.server.url,
      'PATCH',
      '/api/v1/profile',
      jsonAs(who, {
        answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' } },
      }),
    );
    const made = await send(stage.server.url, 'POST', '/api/v1/account/export-link', jsonAs(who, {}));
    const { url } = JSON.parse(made.text);
    expect((await send(stage.server.url, 'GET', url)).status).toBe(200);
    await ban(who.id);
    expect((await send(stage.server.url, 'GET', url)).status).toBe(404);
  });
});
