import { mailer } from '../../infra/mailer';
import { registry } from '../../infra/metrics';
import type { After } from '../../infra/mailer-queue';
import { useStage } from '../sign-in/testing/stage';
import type { Deps } from '../resource';
import { letters, post } from '../outbox/post';
import { waitForJobs, measureJobs } from './jobs';
import { jobs } from './job.model';
import { pauseJobs, repeatJobs, showJobs } from './manage';

const stage = useStage({}, '2026-11-25T12:00:00Z');
let deps: Deps;
let sentBefore: number;
beforeEach(async () => {
  ({ deps } = stage.server);
  sentBefore = mailer(deps).outbox!.list().length;
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const mailTo = (address: string, about: readonly string[] = []) => ({
  to: { address },
  subject: 'A report waits',
  text: 'secret words',
  html: '<p>secret words</p>',
  about,
});

/** Makes the mail server refuse; returns how often it was asked. */
function refuse(error: object = { responseCode: 451 }) {
  return jest
    .spyOn(mailer(deps).outbox!, 'deliver')
    .mockRejectedValue(Object.assign(new Error('away'), error));
}
const turn = async () => {
  await letters.run(deps);
  await waitForJobs(deps);
};
/** The measure of mail that waits. */
const ageOfMail = async () => {
  await measureJobs(deps);
  const { values } = await registry.getSingleMetric('flint_job_oldest_seconds')!.get();
  return values.find(({ labels }) => labels.kind === 'mail')!.value;
};
const sent = () =>
  mailer(deps)
    .outbox!.list()
    .map(({ to }) => to.address)
    .slice(0, -sentBefore || undefined);

describe('a mail that must arrive', () => {
  it('while no server takes it - is tried after 1, 5, 15 and 60 minutes, then every three hours, for three days', async () => {
    const asked = refuse();
    await post(deps, mailTo('safety@campus.edu'));
    await waitForJobs(deps);
    const posted = deps.clock.now().getTime();
    const times: number[] = [];
    for (;;) {
      const row = await jobs(deps.db).findOne({ failedAt: null }).lean();
      if (!row) break;
      const wait = (row.dueAt.getTime() - deps.clock.now().getTime()) / 1000;
      stage.clock.advanceSeconds(wait - 1);
      await turn();
      expect(asked).toHaveBeenCalledTimes(1 + times.length);
      stage.clock.advanceSeconds(1);
      times.push((deps.clock.now().getTime() - posted) / 60_000);
      await turn();
    }
    expect(times.slice(0, 6)).toEqual([1, 6, 21, 81, 261, 441]);
    expect(times.at(-1)).toBeLessThanOrEqual(3 * 24 * 60);
    expect(times.at(-1)).toBeGreaterThan(3 * 24 * 60 - 180);
    // it stays for a week, for whoever looks why
    expect(await jobs(deps.db).findOne().lean()).toMatchObject({ kind: 'mail', failedAt: deps.clock.now() });
  });

  it('after ten minutes without a server - arrives once the server is back, also from another process', async () => {
    const asked = refuse();
    await post(deps, mailTo('safety@campus.edu'));
    await waitForJobs(deps);
    stage.clock.advanceSeconds(10 * MINUTE);
    asked.mockRestore();
    const other = { ...deps, db: deps.db.useDb(deps.db.name) };
    await Promise.all([letters.run(other), letters.run(deps)]);
    await waitForJobs(deps);
    expect(sent()).toEqual(['safety@campus.edu']);
  });

  it('that a process took before it was killed - is sent by the next one after two minutes', async () => {
    let late: After | undefined;
    jest.spyOn(mailer(deps), 'tryOnce').mockImplementationOnce((_, after) => void (late = after));
    await post(deps, mailTo('safety@campus.edu'));
    const other = { ...deps, db: deps.db.useDb(deps.db.name) };
    stage.clock.advanceSeconds(119);
    await letters.run(other);
    expect(await jobs(deps.db).exists({ tries: 1 })).not.toBeNull();
    stage.clock.advanceSeconds(2);
    await letters.run(other);
    expect(sent()).toEqual(['safety@campus.edu']);
    await late?.('again');
  });

  it('that no key opens - is tried as one that no server takes, and fails in the end', async () => {
    refuse();
    await post(deps, mailTo('safety@campus.edu'));
    await waitForJobs(deps);
    await jobs(deps.db).updateOne({}, { sealed: 'nothing that opens' });
    stage.clock.advanceSeconds(MINUTE);
    await turn();
    const { dueAt } = (await jobs(deps.db).findOne().lean())!;
    expect(dueAt.getTime() - deps.clock.now().getTime()).toBe(5 * MINUTE * 1000);
    stage.clock.advanceSeconds(3 * 24 * HOUR);
    await turn();
    expect((await jobs(deps.db).findOne().lean())!.failedAt).toEqual(deps.clock.now());
    // it waits for nothing, and stands first
    expect(await ageOfMail()).toBe(0);
    await post(deps, mailTo('late@campus.edu'));
    await waitForJobs(deps);
    expect((await showJobs(deps)).items.map(({ dueAt }) => dueAt === null)).toEqual([true, false]);
  });

  it('that expired during an outage - is not retried', async () => {
    const asked = refuse();
    await post(deps, mailTo('safety@campus.edu'));
    await waitForJobs(deps);
    stage.clock.advanceSeconds(3 * 24 * HOUR + 1);
    await turn();
    expect(asked).toHaveBeenCalledTimes(1);
    expect((await jobs(deps.db).findOne().lean())!.failedAt).toEqual(deps.clock.now());
  });

  const PASSWORD = { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 };
  const SPAM = { code: 'EMESSAGE', command: 'DATA', responseCode: 554 };
  const UNKNOWN_HOST = { command: 'RCPT TO', responseCode: 450, response: '450 4.7.1 Client host rejected' };
  const NO_RELAY = { command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 Relay access denied' };
  const NOBODY = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 };
  const FULL = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 };
  it.each([
    ['a password that expired', 'ann@campus.edu', PASSWORD, 'waits, and alarms'],
    ['a text that the server dislikes', 'ann@campus.edu', SPAM, 'waits, and alarms'],
    ['a server that knows our host not', 'ann@campus.edu', UNKNOWN_HOST, 'waits, and alarms'],
    ['a server that relays nothing', 'ann@campus.edu', NO_RELAY, 'waits, and alarms'],
    ['a mailbox that is full', 'ann@campus.edu', FULL, 'waits'],
    ['a mailbox that does not exist', 'ann@campus.edu', NOBODY, 'failed'],
    ['a full mailbox of the safety team', 'safety@campus.edu', FULL, 'waits, and alarms'],
    ['a mailbox of the safety team that does not exist', 'safety@campus.edu', NOBODY, 'waits, and alarms'],
  ])('that %s refuses - is never lost', async (_what, address, error, state) => {
    deps.env.SAFETY_EMAIL = 'safety@campus.edu';
    refuse(error);
    await post(deps, mailTo(address));
    await waitForJobs(deps);
    stage.clock.advanceSeconds(HOUR);
    const { failedAt } = (await jobs(deps.db).findOne().lean())!;
    const isAlarm = (await ageOfMail()) > 0;
    expect(failedAt ? 'failed' : isAlarm ? 'waits, and alarms' : 'waits').toBe(state);
    jest.restoreAllMocks();
    await repeatJobs(deps, 'mail');
    await turn();
    expect([sent(), await jobs(deps.db).countDocuments()]).toEqual([[address], 0]);
  });

  it('is stored sealed, and leaves with the account of each student it is about', async () => {
    const { user, access_token: token } = await stage.signIn('ann@campus.edu');
    refuse();
    await post(deps, mailTo('ann@campus.edu', [user.id]));
    await post(deps, mailTo('ben@campus.edu', ['another']));
    await waitForJobs(deps);
    const stored = await jobs(deps.db).find().lean();
    expect(JSON.stringify(stored)).not.toMatch(/secret words|campus\.edu/);
    await fetch(`${stage.server.url}/api/v1/account`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await jobs(deps.db).find().lean()).map(({ about }) => about)).toEqual([['another']]);
  });

  it('while it waits - is measured by the age of the oldest one', async () => {
    refuse();
    await post(deps, mailTo('safety@campus.edu'));
    await waitForJobs(deps);
    const age = async () => {
      await turn();
      return ageOfMail();
    };
    stage.clock.advanceSeconds(2 * HOUR);
    expect(await age()).toBe(2 * HOUR);
    jest.restoreAllMocks();
    stage.clock.advanceSeconds(3 * HOUR);
    await turn();
    expect(await age()).toBe(0);
  });

  it('of a kind that is paused while the first of many is done - waits, but for those that began', async () => {
    const pause = jest
      .spyOn(mailer(deps).outbox!, 'deliver')
      .mockImplementation(() => pauseJobs(deps, 'mail', true));
    await pauseJobs(deps, 'mail', true);
    for (let at = 0; at < 60; at++) await post(deps, mailTo(`${at}@campus.edu`));
    await pauseJobs(deps, 'mail', false);
    await turn();
    expect(pause.mock.calls.length).toBeGreaterThan(0);
    expect((await showJobs(deps)).kinds).toContainEqual({
      kind: 'mail',
      waiting: 60 - pause.mock.calls.length,
      failed: 0,
      isPaused: true,
    });
    expect(pause.mock.calls.length).toBeLessThan(30);
  });

  it('that operators repeat while a process has it under way - is left to that process', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const asked = jest.spyOn(mailer(deps).outbox!, 'deliver').mockReturnValue(ended);
    await post(deps, mailTo('safety@campus.edu'));
    const other = { ...deps, db: deps.db.useDb(deps.db.name) };
    await repeatJobs(deps, 'mail');
    await letters.run(other);
    expect(asked).toHaveBeenCalledTimes(1);
    end();
    await waitForJobs(deps);
    expect(await jobs(deps.db).countDocuments()).toBe(0);
  });

  it('whose process ends its try after another one took it - is not put off by that', async () => {
    const tries: After[] = [];
    jest.spyOn(mailer(deps), 'tryOnce').mockImplementation((_, after) => void tries.push(after));
    await post(deps, mailTo('safety@campus.edu'));
    const other = { ...deps, db: deps.db.useDb(deps.db.name) };
    stage.clock.advanceSeconds(121);
    const second = letters.run(other);
    while (tries.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    const { dueAt } = (await jobs(deps.db).findOne().lean())!;
    await tries[0]!('again');
    await waitForJobs(deps);
    expect((await jobs(deps.db).findOne().lean())!.dueAt).toEqual(dueAt);
    await tries[1]!('delivered');
    await second;
  });

  it('that operators repeat - is tried at once although it failed; while its kind is paused, by nobody', async () => {
    const asked = refuse();
    await post(deps, mailTo('safety@campus.edu'));
    await waitForJobs(deps);
    stage.clock.advanceSeconds(3 * 24 * HOUR + 1);
    await turn();
    expect((await showJobs(deps)).kinds).toContainEqual({
      kind: 'mail',
      waiting: 0,
      failed: 1,
      isPaused: false,
    });
    asked.mockRestore();
    await pauseJobs(deps, 'mail', true);
    await repeatJobs(deps, 'mail');
    await post(deps, mailTo('late@campus.edu'));
    await turn();
    expect(sent()).toEqual([]);
    const page = await showJobs(deps);
    expect(page.kinds).toContainEqual({ kind: 'mail', waiting: 2, failed: 0, isPaused: true });
    const since = page.items.map((item) => item.since);
    expect(since).toEqual(since.toSorted());
    expect(JSON.stringify(page)).not.toMatch(/campus\.edu/);
    await pauseJobs(deps, 'mail', false);
    await turn();
    expect(sent().toSorted()).toEqual(['late@campus.edu', 'safety@campus.edu']);
    expect((await showJobs(deps)).items).toEqual([]);
  });
});
