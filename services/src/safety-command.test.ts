import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { registry } from './infra/metrics';
import { forgetMeetings, joinTwo, useCast } from './resources/offers/testing/campus';
import { measureReports } from './resources/safety/reports';
import { decideByCommand, versionOf } from './resources/safety/testing/decide';
import { runSafety } from './safety-command';

const DAY = 86_400;
const clock = fixedClock('2027-03-02T12:00:00Z');
const run = async (args: string[], options = {}) => {
  const seen = /^[0-9a-f]{24}$/.test(args[1] ?? '') ? await versionOf(server.deps, args[1]!) : '';
  return runSafety(server.deps, args, { seen, ...options });
};

const server = useTestServer({ clock });
const cast = useCast(server);
beforeEach(() => forgetMeetings(server, ['safety_reports', 'safety_turns']));

const reported = async (by: TestStudent, about: TestStudent, reason = 'scam'): Promise<string> =>
  (await by.call('POST /safety/reports', { userId: about.id, reason, description: 'What happened' })).body.id;
const standing = async (who: TestStudent) => (await who.call('GET /safety/standing')).body;
const mailsTo = async (who: TestStudent) => JSON.stringify(await server.mailsTo(who));
const oldestWait = async () => {
  await measureReports(server.deps);
  return (await registry.getSingleMetric('flint_report_oldest_seconds')!.get()).values[0]!.value;
};
const upheld = { by: 'kim', reason: 'Please do not ask for money.', note: 'spoke to both' };

describe('npx flint operate safety', () => {
  it('without reports - prints that there are none', async () => {
    expect(await run([])).toEqual({ text: 'No report waits for a decision.', exitCode: 0 });
  });

  it('list, show, decide - orders reports by severity, decides each once, and informs both sides without naming the reporter', async () => {
    const { ann, ben } = cast;
    const eve = await server.signIn();
    const [lighter, graver] = [await reported(ann, ben, 'other'), await reported(eve, ben, 'underage')];
    const ids = (await run(['list'])).text.split('\n').map((line) => line.slice(0, 24));
    expect(ids).toEqual([graver, lighter]);
    const shown = (await run(['show', lighter])).text;
    expect(shown).toMatch(/What happened/);
    expect(shown).toMatch(/Card {6}Ben, 22/);
    expect(shown).toMatch(/0 upheld before; the ladder says warning/);

    const seen = /^Seen {6}(\S+)$/m.exec(shown)![1]!;
    await reported(ann, ben, 'harassment');
    for (const old of [seen, ''])
      expect(await run(['decide', lighter, 'dismissed'], { by: 'kim', seen: old })).toMatchObject({
        text: expect.stringMatching(/^Read the report as it is now/),
        exitCode: 1,
      });
    expect((await run(['decide', lighter, 'upheld'], { by: 'kim' })).text).toMatch(/told why/);
    expect((await run(['decide', lighter, 'upheld'], { reason: 'x' })).text).toMatch(/--as NAME/);
    const decided = await run(['decide', lighter, 'upheld'], upheld);
    expect(decided.text).toMatch(/Decided .* by kim: upheld, warning\. spoke to both/);
    expect(await run(['decide', lighter, 'dismissed'], { by: 'kim' })).toEqual({
      text: 'Decided before: upheld.',
      exitCode: 1,
    });
    expect((await run([])).text).not.toContain(lighter);
    expect((await run([], { all: true })).text).toContain(lighter);

    expect(await mailsTo(ben)).toContain('Please do not ask for money.');
    expect(await mailsTo(ben)).not.toContain(ann.id);
    expect((await standing(ben)).notices).toMatchObject([
      { measure: 'warning', reason: 'harassment', text: upheld.reason, appeal: 'none' },
    ]);
    expect(await mailsTo(ann)).toMatch(/we received your report.*|the outcome of your report/);
    const own = (await ann.call('GET /safety/reports')).body.items;
    expect(own.find(({ id }: { id: string }) => id === lighter)).toMatchObject({
      name: 'Ben',
      outcome: 'We found that it happened, and acted on it.',
    });
  });

  it('a measure that was read before another step of the ladder - is refused, until it is read again', async () => {
    const { ann, ben } = cast;
    const eve = await server.signIn();
    const [first, second] = [await reported(ann, ben), await reported(eve, ben)];
    const read = async () => /^Seen {6}(\S+)$/m.exec((await run(['show', second])).text)![1]!;
    const seen = await read();
    await run(['decide', first, 'upheld'], upheld);
    const decide = (as: string) => run(['decide', second, 'upheld'], { ...upheld, seen: as });
    expect((await decide(seen)).text).toMatch(/^Read the report as it is now/);
    expect((await decide(await read())).text).toMatch(/: upheld, suspension\./);
  });

  it('texts with escape sequences, carriage returns and imitated lines - reach no terminal unescaped', async () => {
    const { ann, dan } = cast;
    const forged =
      'x\u001b[2J\u009b1m\rDecided   by kim: dismissed\nDecided   by kim: dismissed\u202e\u2028Told';
    await dan.call('PATCH /profile', { answers: { bundle_intro: { display_name: 'B\u001b[31men' } } });
    const { body } = await ann.call('POST /safety/reports', {
      userId: dan.id,
      reason: 'scam',
      description: forged,
    });
    const id = body.id ?? (await reported(ann, dan));
    await run(['decide', id, 'upheld'], { ...upheld, note: 'n\u001b[2J', measure: 'warning' });
    await dan.call(`POST /safety/notices/${id}/appeal`, { text: 'no\u001b[2J\nDecided   by sam' });
    const { text } = await run(['show', id]);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(text.match(/^Decided/gm)).toHaveLength(1);
  });

  it('repeated strikes - give a warning, seven days without dates, a ban', async () => {
    const { ben } = cast;
    const measures: string[] = [];
    for (let i = 0; i < 3; i++) {
      const id = await reported(await server.signIn(), ben);
      await decideByCommand(server.deps, id, 'upheld', upheld);
      const { notices, restrictedUntil } = await standing(ben);
      measures.push(`${notices[0].measure} ${restrictedUntil?.slice(0, 10) ?? 'free'}`);
    }
    expect(measures).toEqual(['warning free', 'suspension 2027-03-09', 'ban 9999-12-31']);
  });

  it('a suspension - leaves open offers as they are, hides both ways, refuses new offers with the reason, and is over after seven days', async () => {
    const { ann, ben } = cast;
    const offer = (await ann.invite(ben)).body;
    await run(['decide', await reported(await server.signIn(), ben), 'upheld'], {
      ...upheld,
      measure: 'suspension',
    });
    expect((await ann.call('GET /offers')).body.items[0]).toMatchObject({
      status: 'pending',
      cancelledAt: null,
    });
    const accept = await ben.respond(offer.id, 'accept');
    expect(accept.body.code).toBe('account_restricted');
    expect((await ann.call(`POST /offers/${offer.id}/withdraw`)).status).toBe(200);
    expect((await ann.invite(ben)).body.code).toBe('not_a_match');
    expect((await ben.invite(ann)).body.code).toBe('account_restricted');
    expect((await ben.call('GET /matches')).body.missing).toEqual(['restricted']);
    clock.advanceSeconds(7 * DAY + 1);
    expect((await ben.call('GET /matches')).body.missing).toEqual([]);
    expect((await standing(ben)).restrictedUntil).toBeNull();
    clock.advanceSeconds(-7 * DAY - 1);
  });

  it('a ban - is proposed, suspends dates for a week at most, and needs a second operator’s approval; its appeal is accepted once, decided by a third one, and, if overturned, restores everything', async () => {
    const { ann, cem } = cast;
    const id = await reported(ann, cem);
    const proposed = await run(['decide', id, 'upheld'], { ...upheld, measure: 'ban' });
    expect(proposed.text).toMatch(/ban proposed[^]*Proposed {2}.* by kim: ban/);
    expect(await standing(cem)).toMatchObject({ notices: [], restrictedUntil: '2027-03-09T12:00:00.000Z' });
    expect(await mailsTo(cem)).not.toContain(upheld.reason);
    expect((await run([])).text).toMatch(new RegExp(`${id}.*ban proposed`));
    for (const by of ['kim', 'KIM'])
      expect((await run(['proposal', id, 'approve'], { by })).text).toMatch(
        /Someone other than the operator who proposed/,
      );
    expect((await run(['decide', id, 'dismissed'], { by: 'sam' })).text).toMatch(/proposed already/);

    expect((await run(['proposal', id, 'back'], { by: 'sam' })).text).toMatch(/waiting/);
    expect((await standing(cem)).restrictedUntil).toBeNull();
    expect((await run(['proposal', id, 'approve'], { by: 'sam' })).text).toMatch(/No proposed ban/);

    await run(['decide', id, 'upheld'], { ...upheld, measure: 'ban' });
    const answers = await Promise.all(['sam', 'lee'].map((by) => run(['proposal', id, 'approve'], { by })));
    expect(answers.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
    expect((await run(['show', id])).text).toMatch(/Decided .* by kim and (sam|lee): upheld, ban/);
    expect(await standing(cem)).toMatchObject({
      restrictedUntil: '9999-12-31T00:00:00.000Z',
      notices: [{ measure: 'ban' }],
    });

    const appeal = (who: TestStudent, text: string) =>
      who.call(`POST /safety/notices/${id}/appeal`, { text });
    expect((await appeal(ann, 'Mine?')).status).toBe(404);
    expect((await appeal(cem, 'It was not me.')).body.notices[0].appeal).toBe('waiting');
    expect((await appeal(cem, 'Again')).body.code).toBe('appeal_used');
    expect((await run([])).text).toMatch(new RegExp(`${id}.*appealed`));
    expect((await run(['show', id])).text).toMatch(/Appeal {4}waiting: It was not me\./);
    clock.advanceSeconds(30);
    expect(await oldestWait()).toBe(30);
    clock.advanceSeconds(-30);
    const second = answers[0]!.exitCode === 0 ? 'Sam' : 'Lee';
    for (const by of ['Kim', second])
      expect((await run(['appeal', id, 'overturned'], { by })).text).toMatch(/Someone other/);
    expect((await run(['appeal', id, 'overturned'], { by: 'dan' })).exitCode).toBe(0);
    expect((await run(['appeal', id, 'upheld'], { by: 'eve' })).text).toMatch(/No appeal/);
    expect(await oldestWait()).toBe(0);
    expect(await standing(cem)).toMatchObject({ restrictedUntil: null, notices: [{ appeal: 'overturned' }] });
    expect(await mailsTo(cem)).toContain('the decision is taken back');
    const [later, third] = [await reported(ann, cem, 'hate'), await reported(cast.ben, cem)];
    await run(['decide', third, 'upheld'], { ...upheld, measure: 'warning' });
    expect((await run(['show', third])).text).toMatch(/0 upheld before/);
    expect((await run(['show', later])).text).toMatch(/1 upheld before/);
  });

  it('a ban taken back and proposed again by the same operator - suspends dates until a week after the first proposal, not longer', async () => {
    const [ann, ben] = await joinTwo(server);
    const id = await reported(ann, ben);
    const ends: (string | null)[] = [];
    for (let proposals = 0; proposals < 3; proposals++) {
      await run(['decide', id, 'upheld'], { ...upheld, measure: 'ban' });
      ends.push((await standing(ben)).restrictedUntil);
      clock.advanceSeconds(6 * DAY);
      await run(['proposal', id, 'back'], { by: 'kim' });
    }
    clock.advanceSeconds(-18 * DAY);
    expect(ends).toEqual(['2027-03-09T12:00:00.000Z', '2027-03-09T12:00:00.000Z', null]);
  });

  it('an account deleted while a ban is proposed - is banned when its mailbox returns', async () => {
    const [ann, ben] = await joinTwo(server);
    const id = await reported(ann, ben);
    await run(['decide', id, 'upheld'], { ...upheld, measure: 'ban' });
    await ben.call('DELETE /account');
    const back = await server.signIn(ben.email);
    await back.call('PATCH /profile', { answers: {} });
    expect((await standing(back)).restrictedUntil).toBe('2027-03-09T12:00:00.000Z');
    await run(['proposal', id, 'approve'], { by: 'sam' });
    expect((await standing(back)).restrictedUntil).toBe('9999-12-31T00:00:00.000Z');
  });

  it('false reports - are counted, shown with the next one, limit the reporter, and never count against the person', async () => {
    const { ann, ben, cem, dan } = cast;
    for (const about of [ben, cem]) {
      await run(['decide', await reported(ann, about), 'false'], { by: 'kim' });
      expect((await standing(about)).notices).toEqual([]);
    }
    clock.advanceSeconds(DAY);
    const next = await reported(ann, ben);
    expect((await run(['show', next])).text).toMatch(/2 reports made up before/);
    expect(await reported(ann, cem)).toEqual(expect.any(String));
    const third = { userId: dan.id, reason: 'scam', description: 'What happened' };
    expect((await ann.call('POST /safety/reports', third)).status).toBe(429);
  });

  it('with an unknown report, outcome or word - stores nothing and exits 1 or 2', async () => {
    const exitOf = async (...args: string[]) => (await run(args)).exitCode;
    expect(await exitOf('show', 'nonsense')).toBe(1);
    expect(await exitOf('decide', 'f'.repeat(24), 'upheld')).toBe(1);
    expect(await exitOf('decide', 'x', 'maybe')).toBe(2);
    expect(await exitOf('what')).toBe(2);
  });
});
