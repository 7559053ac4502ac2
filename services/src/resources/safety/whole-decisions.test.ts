import fc from 'fast-check';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { waitForJobs } from '../jobs/index';
import { decideAppeal } from './appeals';
import { answerProposal, decideReport, type Result } from './decisions';
import { findReport } from './reports';
import type { OpenReport } from './sealed-report';
import { standingOf } from './standing';
import { failWrite } from '../testing/fail-write';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock, env: { SAFETY_EMAIL: 'safety@campus.edu' } });

/** A student with a profile; none of these tests needs a list. */
async function enter(): Promise<TestStudent> {
  const student = await server.signIn();
  await student.call('PATCH /profile', { answers: {} });
  return student;
}
const two = () => Promise.all([enter(), enter()]);

const report = async (by: TestStudent, about: TestStudent): Promise<string> => {
  const body = { userId: about.id, reason: 'harassment', description: 'He shouted.' };
  return (await by.call('POST /safety/reports', body)).body.id;
};
const standing = async (who: TestStudent) => (await who.call('GET /safety/standing')).body;
const open = async (id: string): Promise<OpenReport> => (await findReport(server.deps, id))!;

const WEEK_LATER = new Date(clock.now().getTime() + 7 * 86_400_000).toISOString();
const FOR_GOOD = '9999-12-31T00:00:00.000Z';

type Kind = 'warning' | 'suspension' | 'ban' | 'false' | 'dismissed';

/** What an operator decides about a report; a ban is approved by another one. */
async function decide(id: string, kind: Kind): Promise<void> {
  const isMeasure = kind !== 'false' && kind !== 'dismissed';
  const verdict = isMeasure ? { outcome: 'upheld', measure: kind } : { outcome: kind, measure: undefined };
  await decideReport(server.deps, await open(id), {
    ...(verdict as { outcome: 'upheld' }),
    by: 'kim',
    reason: 'Please stop.',
    note: '',
  });
  if (kind === 'ban') await answerProposal(server.deps, await open(id), { answer: 'approve', by: 'lou' });
}

describe('decisions about one student', () => {
  it('several at once, of any kind - each leaves its strike, and the longest restriction counts', async () => {
    const kind = fc.constantFrom<Kind>('warning', 'suspension', 'ban', 'false', 'dismissed');
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 2, maxLength: 4 }), async (kinds) => {
        const ben = await enter();
        const liar = await enter();
        // one student's reports of one person are one case
        const wanted = kinds.filter((each, i) => each !== 'false' || kinds.indexOf(each) === i);
        const cases: (readonly [id: string, kind: Kind])[] = [];
        for (const each of wanted)
          cases.push([await report(each === 'false' ? liar : await enter(), ben), each]);
        await Promise.all(cases.map(([id, each]) => decide(id, each)));
        const measures = wanted.filter((each) => each !== 'false' && each !== 'dismissed');
        const { strikes, proposals } = await standingOf(server.deps, ben.id);
        expect(strikes.map(({ measure }) => measure).toSorted()).toEqual(measures.toSorted());
        expect(proposals).toEqual([]);
        const { restrictedUntil, notices } = await standing(ben);
        expect(notices).toHaveLength(measures.length);
        const isBanned = measures.includes('ban');
        expect(restrictedUntil).toBe(
          isBanned ? FOR_GOOD : measures.includes('suspension') ? WEEK_LATER : null,
        );
        const { falseReports } = await standingOf(server.deps, liar.id);
        expect(falseReports).toBe(kinds.includes('false') ? 1 : 0);
      }),
      { numRuns: 8 },
    );
  });

  it('two at once that follow the ladder - are its first two steps', async () => {
    const ben = await enter();
    const ids = [await report(await enter(), ben), await report(await enter(), ben)];
    const verdict = { outcome: 'upheld', by: 'kim', reason: 'Please stop.', note: '' } as const;
    await Promise.all(ids.map(async (id) => decideReport(server.deps, await open(id), verdict)));
    const { notices } = await standing(ben);
    expect(notices.map(({ measure }: any) => measure).toSorted()).toEqual(['suspension', 'warning']);
  });
});

/** Each step of the safety team, after what comes before it. */
const STEPS: Readonly<
  Record<
    string,
    { before: (id: string, ben: TestStudent) => Promise<unknown>; take: (id: string) => Promise<Result> }
  >
> = {
  'a suspension': {
    before: async () => undefined,
    take: async (id) =>
      decideReport(server.deps, await open(id), {
        outcome: 'upheld',
        measure: 'suspension',
        by: 'kim',
        reason: 'Please stop.',
        note: '',
      }),
  },
  'a false report': {
    before: async () => undefined,
    take: async (id) =>
      decideReport(server.deps, await open(id), { outcome: 'false', by: 'kim', reason: '', note: '' }),
  },
  'a proposed ban': {
    before: async () => undefined,
    take: async (id) =>
      decideReport(server.deps, await open(id), {
        outcome: 'upheld',
        measure: 'ban',
        by: 'kim',
        reason: 'Please stop.',
        note: '',
      }),
  },
  'an approved ban': {
    before: (id) => STEPS['a proposed ban']!.take(id),
    take: async (id) => answerProposal(server.deps, await open(id), { answer: 'approve', by: 'lou' }),
  },
  'a ban sent back': {
    before: (id) => STEPS['a proposed ban']!.take(id),
    take: async (id) => answerProposal(server.deps, await open(id), { answer: 'send_back', by: 'lou' }),
  },
  'an overturned appeal': {
    before: async (id, ben) => {
      await STEPS['a suspension']!.take(id);
      await ben.call(`POST /safety/notices/${id}/appeal`, { text: 'It was not me.' });
    },
    take: async (id) => decideAppeal(server.deps, await open(id), { outcome: 'overturned', by: 'sam' }),
  },
};

const WRITTEN = ['safety_reports', 'safety_standings', 'jobs'];

/** What a step leaves behind, without ids and addresses. */
async function left(id: string, ann: TestStudent, ben: TestStudent): Promise<unknown> {
  await waitForJobs(server.deps);
  const { decision, proposal } = await open(id);
  const subjects = async (who: TestStudent) => (await server.mailsTo(who)).map(({ subject }) => subject);
  const of = async (who: TestStudent) => {
    const { strikes, restrictedUntil, proposals, falseReports } = await standingOf(server.deps, who.id);
    const plain = strikes.map(({ measure, lifted }) => [measure, lifted]);
    return { plain, restrictedUntil, proposals: proposals.length, falseReports };
  };
  return {
    decided: [decision?.outcome, decision?.measure, decision?.approvedBy, decision?.appeal?.outcome],
    isProposed: proposal !== null,
    standings: [await of(ann), await of(ben)],
    mails: [await subjects(ann), await subjects(ben)],
  };
}

describe.each(Object.keys(STEPS))('%s', (name) => {
  const { before, take } = STEPS[name]!;
  const start = async () => {
    const [ann, ben] = await two();
    const id = await report(ann, ben);
    await before(id, ben);
    return { ann, ben, id };
  };

  it('of which any one write fails - leaves, after a retry, what it leaves without a failure', async () => {
    const whole = await start();
    await take(whole.id);
    const expected = await left(whole.id, whole.ann, whole.ben);
    for (let nth = 1; ; nth++) {
      const { ann, ben, id } = await start();
      const hasFailed = await failWrite(nth, WRITTEN, () => take(id).catch(() => undefined));
      if (!hasFailed) break;
      await take(id);
      expect({ nth, left: await left(id, ann, ben) }).toEqual({ nth, left: expected });
    }
  });

  it('of which the first read of a standing fails - leaves, after a retry, what it leaves without a failure', async () => {
    const whole = await start();
    await take(whole.id);
    const { ann, ben, id } = await start();
    const standings = server.deps.db.models.SafetyStanding!;
    const away = jest.spyOn(standings, 'findOne').mockImplementationOnce(() => {
      throw new Error('the database is out of reach');
    });
    await take(id).catch(() => undefined);
    away.mockRestore();
    await take(id);
    expect(await left(id, ann, ben)).toEqual(await left(whole.id, whole.ann, whole.ben));
  });
});

describe('an appeal', () => {
  it('of which any one write fails - is stored by a retry, and the operators hear of it', async () => {
    for (let nth = 1; ; nth++) {
      const [ann, ben] = await two();
      const id = await report(ann, ben);
      await STEPS['a suspension']!.take(id);
      const ask = () => ben.call(`POST /safety/notices/${id}/appeal`, { text: 'It was not me.' });
      const hasFailed = await failWrite(nth, WRITTEN, ask);
      if (!hasFailed) break;
      await ask();
      await waitForJobs(server.deps);
      const mails = await server.mailsTo({ email: 'safety@campus.edu' });
      const appeals = mails.filter(({ subject, text }) => subject.includes('an appeal') && text.includes(id));
      expect([nth, appeals.length, (await open(id)).decision?.appeal?.text]).toEqual([
        nth,
        1,
        'It was not me.',
      ]);
    }
  });
});
