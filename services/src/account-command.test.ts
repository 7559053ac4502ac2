import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { journalOf } from './infra/journal';
import { alertBrowsers } from './resources/alerts/alert.model';
import { readLog } from './resources/safety/operator-log';
import { addOperator } from './resources/safety/operators';
import { sessions } from './resources/sign-in/index';
import { useStage } from './resources/sign-in/testing/stage';
import { users } from './resources/sign-in/user.model';
import { runAsOperator } from './safety-as-operator';

const SECRET = 'kim has a long secret';
const ANN = 'ann@campus.edu';
const stage = useStage();
beforeEach(() => addOperator(stage.server.deps, 'kim', SECRET));

const run = (args: string[], options: { reason?: string; file?: string } = { reason: 'ticket 7' }) =>
  runAsOperator(stage.server.deps, ['account', ...args], { as: 'kim', ...options }, async () => SECRET);
const acts = async () =>
  (await readLog(stage.server.deps)).rows.map(({ act, about, reason }) => [act, about, reason]);
const isSignedIn = async (token: string) => (await stage.refresh(token)).status === 200;

describe('npx flint operate safety account', () => {
  it('export of an address in capitals - writes the student’s copy into a new file that only this user reads', async () => {
    const { user } = await stage.signIn();
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'flint-copy-')), 'my-data.zip');
    expect(await run(['export', 'Ann@Campus.edu'], { reason: 'ticket 7', file })).toMatchObject({
      exitCode: 0,
    });
    const { data } = JSON.parse(strFromU8(unzipSync(await readFile(file))['my-data.json']!));
    expect(data['sign-in'].user.id).toBe(user.id);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const logged = await acts();
    for (const bad of [file, path.join(file, '..', 'none', 'x.zip')])
      expect(await run(['export', ANN], { reason: 'again', file: bad })).toEqual({
        text: `${bad} has to be a new file in an existing folder.`,
        exitCode: 1,
      });
    expect(await acts()).toEqual(logged);
    await expect(run(['export', ANN], { reason: 'full', file: '/proc/x.zip' })).rejects.toThrow(
      'The copy was not stored: ENOENT',
    );
  });

  it('erase - deletes the account and journals it, as its student would', async () => {
    const { deps } = stage.server;
    const { user, refresh_token: token } = await stage.signIn();
    expect(await run(['erase', ANN])).toMatchObject({ exitCode: 0 });
    expect([await isSignedIn(token), await users(deps.db).findOne({ email: ANN })]).toEqual([false, null]);
    const erased: string[] = [];
    for await (const act of journalOf(deps.db).since(new Date(0)))
      if ('erased' in act) erased.push(act.erased);
    expect(erased).toEqual([user.id]);
    expect(await run(['erase', ANN])).toEqual({ text: 'No account has this address.', exitCode: 1 });
  });

  it('sign-out of one, then of everybody - ends their sessions and alerts, and no others', async () => {
    const { deps } = stage.server;
    const [ann, ben] = [await stage.signIn(), await stage.signIn('ben@campus.edu')];
    const sessionOf = async ({ user }: typeof ann) =>
      (await sessions(deps.db).findOne({ userId: user.id }))!._id;
    const browsers = () => alertBrowsers(deps.db).countDocuments();
    for (const who of [ann, ben])
      await alertBrowsers(deps.db).collection.insertOne({
        _id: who.user.id,
        userId: who.user.id,
        sessionId: await sessionOf(who),
      } as never);
    expect(await run(['sign-out', ANN])).toMatchObject({ exitCode: 0 });
    expect([
      await isSignedIn(ann.refresh_token),
      await isSignedIn(ben.refresh_token),
      await browsers(),
    ]).toEqual([false, true, 1]);
    expect(await run(['sign-out', 'everybody'])).toMatchObject({ exitCode: 0 });
    expect([(await stage.refresh(ben.refresh_token)).status, await browsers()]).toEqual([400, 0]);
    expect(await acts()).toEqual([
      ['account sign-out', '', 'ticket 7'],
      ['account sign-out everybody', '', 'ticket 7'],
    ]);
  });

  it('of a mailbox with aliases - finds the account by the address that the student writes', async () => {
    const { env } = stage.server.deps;
    env.UNIVERSITY_EMAIL_ALIASES = '.';
    const { refresh_token: token } = await stage.signIn('annlee@campus.edu');
    expect(await run(['sign-out', 'Ann.Lee@campus.edu'])).toMatchObject({ exitCode: 0 });
    expect(await isSignedIn(token)).toBe(false);
    env.UNIVERSITY_EMAIL_ALIASES = '';
  });

  it('without a reason, a file or a right word - does nothing', async () => {
    const { refresh_token: token } = await stage.signIn();
    expect(await run(['erase', ANN], {})).toMatchObject({ exitCode: 1 });
    expect(await run(['export', ANN])).toMatchObject({ exitCode: 1 });
    expect(await run(['erase'])).toMatchObject({ exitCode: 2 });
    expect(await run(['everything', ANN])).toMatchObject({ exitCode: 2 });
    expect([await isSignedIn(token), await acts()]).toEqual([true, []]);
  });
});
