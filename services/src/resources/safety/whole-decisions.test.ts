import fc from 'fast-check';
import { fixedClock, mailer } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { waitForJobs } from '../jobs/index';
import { agree, forgetMeetings, join, useCast } from '../offers/testing/campus';
import { decideAppeal } from './appeals';
import { answerProposal, decideReport, type Result } from './decisions';
import { findReport } from './reports';
import type { OpenReport } from './sealed-report';
import { standingOf } from './standing';
import { report } from './testing/report';
import { failWrite, writesToFail } from '../testing/fail-write';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock, env: { SAFETY_EMAIL: 'safety@campus.edu' } });
const cast = useCast(server);
/** Nobody of the cast met or reported anybody, or got a mail about it. */
async function forget(): Promise<void> {
  await waitForJobs(server.deps);
  await forgetMeetings(server);
  await forgetMeetings(server, ['safety_reports', 'safety_turns']);
  for (const { email, id } of [cast.ann, cast.ben]) await mailer(server.deps).outbox!.forget(email, id);
}
beforeEach(forget);

const reported = async (by: TestStudent, about: TestStudent): Promise<string> =>
  (await report(by, about)).body.id;
const standing = async (who: TestStudent) => (await who.call('GET /safety/standing')).body;
const open = async (id: string): Promise<OpenReport> => (await findReport(server.deps, id))!;

const WEEK_LATER = new Date(clock.now().getTime() + 7 * 86_400_000).toISOString();
const FOR_GOOD = '9999-12-31T00:00:00.000Z';

type Kind = 'warning' | 'suspension' | 'ban' | 'false' | 'dismissed';

const verdict = async (id: string, kind: Kind): Promise<Result> => {
  const isMeasure = kind !== 'false' && kind !== 'dismissed';
  const said = isMeasure ? { outcome: 'upheld', measure: kind } : { outcome: kind, measure: undefined };
  return decideReport(server.deps, await open(id), {
    ...(said as { outcome: 'upheld' }),
    by: 'kim',
    reason: 'Please stop.',
    note: '',
  });
};
/** What an operator decides about a report; a ban is approved by another one. */
async function decide(id: string, kind: Kind): Promise<void> {
  await verdict(id, kind);
  if (kind === 'ban') await answerProposal(server.deps, await open(id), { answer: 'approve', by: 'lou' });
}

describe('decisions about one student', () => {
  it('several at once, of any kind - each leaves its strike, and the longest restriction counts', async () => {
    const kind = fc.constantFrom<Kind>('warning', 'suspension', 'ban', 'false', 'dismissed');
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 2, maxLength: 4 }), async (kinds) => {
        await forget();
        const { ann: liar, ben } = cast;
        // one student's reports of one person are one case
        const wanted = kinds.filter((each, i) => each !== 'false' || kinds.indexOf(each) === i);
        const cases: (readonly [id: string, kind: Kind])[] = [];
        for (const each of wanted)
          cases.push([await reported(each === 'false' ? liar : await server.signIn(), ben), each]);
        await Promise.all(cases.map(([id, each]) => decide(id, each)));
        const measures = wanted.filter((each) => each !== 'false' && each !== 'dismissed');
        const { strikes, proposals } = await standingOf(server.deps, ben.id);
        expect(strikes.map(({ measure }) => measure).toSorted()).toEqual(measures.toSorted());
        expect(proposals).toEqual([]);
        const { restrictedUntil, notices } = await standing(ben);
        expect(notices).toHaveLength(measures.length);
        const until = measures.includes('suspension') ? WEEK_LATER : null;
        expect(restrictedUntil).toBe(measures.includes('ban') ? FOR_GOOD : until);
        const { falseReports } = await standingOf(server.deps, liar.id);
        expect(falseReports).toBe(kinds.includes('false') ? 1 : 0);
      }),
      { numRuns: isLong ? 8 : isShort ? 1 : 3, examples: [[['suspension', 'ban', 'warning', 'false']]] },
    );
  });

  it('two at once that follow the ladder - are its first two steps', async () => {
    const { ann, ben, cem } = cast;
    const ids = [await reported(ann, ben), await reported(cem, ben)];
    const ladder = { outcome: 'upheld', by: 'kim', reason: 'Please stop.', note: '' } as const;
    await Promise.all(ids.map(async (id) => decideReport(server.deps, await open(id), ladder)));
    const { notices, restrictedUntil } = await standing(ben);
    expect(notices.map(({ measure }: any) => measure).toSorted()).toEqual(['suspension', 'warning']);
    expect(restrictedUntil).toBe(WEEK_LATER);
  });
});

/** Each step of the safety team, after what comes before it. */
const STEPS: Readonly<
  Record<
    string,
    { before: (id: string, ben: TestStudent) => Promise<unknown>; take: (id: string) => Promise<Result> }
  >
> = {
  'a suspension': { before: async () => undefined, take: (id) => verdict(id, 'suspension') },
  'a false report': { before: async () => undefined, take: (id) => verdict(id, 'false') },
  'a proposed ban': { before: async () => undefined, take: (id) => verdict(id, 'ban') },
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
async function left(id: string): Promise<unknown> {
  const { ann, ben } = cast;
  const { decision, proposal } = await open(id);
  const of = async (who: TestStudent) => {
    const { strikes, restrictedUntil, proposals, falseReports } = await standingOf(server.deps, who.id);
    const plain = strikes.map(({ measure, lifted }) => [measure, lifted]);
    const mails = (await server.mailsTo(who)).map(({ subject }) => subject);
    return { plain, restrictedUntil, proposals: proposals.length, falseReports, mails };
  };
  return {
    decided: [decision?.outcome, decision?.measure, decision?.approvedBy, decision?.appeal?.outcome],
    isProposed: proposal !== null,
    standings: [await of(ann), await of(ben)],
    unsent: await server.deps.db.collection('jobs').countDocuments(),
  };
}

describe.each(Object.keys(STEPS).map((name, at) => [name, at] as const))('%s', (name, at) => {
  const { before, take } = STEPS[name]!;

  it('of which any one write, or the first read of a standing, fails - leaves, after a retry, what it leaves without a failure', async () => {
    const { ann, ben } = cast;
    const results: unknown[] = [];
    const tryWith = async (fail: (work: () => Promise<unknown>) => Promise<boolean>) => {
      await forget();
      const id = await reported(ann, ben);
      await before(id, ben);
      await waitForJobs(server.deps);
      const hasFailed = await fail(() => take(id).catch(() => undefined));
      if (hasFailed) await take(id);
      results.push(await left(id));
      return hasFailed;
    };
    if (at === 0 || !isShort)
      await tryWith(async (work) => {
        const away = jest
          .spyOn(server.deps.db.models.SafetyStanding!, 'findOne')
          .mockImplementationOnce(() => {
            throw new Error('the database is out of reach');
          });
        await work();
        away.mockRestore();
        return true;
      });
    for (const nth of writesToFail(at)) if (!(await tryWith((work) => failWrite(nth, WRITTEN, work)))) break;
    const whole = results.at(-1);
    expect(results).toEqual(results.map(() => whole));
  });
});

describe('an appeal', () => {
  it('that nobody can see - is refused like a report without details, and another one may follow', async () => {
    const { ann, ben } = cast;
    const id = await reported(ann, ben);
    await STEPS['a suspension']!.take(id);
    const appeal = (text: string) => ben.call(`POST /safety/notices/${id}/appeal`, { text });
    for (const text of ['\u200B', '\u2800 \u2060']) {
      const { status, body } = await appeal(text);
      const errors = [{ pointer: '/text', detail: 'Please provide details about the incident' }];
      expect({ status, errors: body.errors }).toEqual({ status: 400, errors });
    }
    expect((await appeal('It was not me.')).status).toBe(200);
  });

  it('of which any one write fails - is stored by a retry, and the operators hear of it', async () => {
    const { ann, ben } = cast;
    for (const nth of writesToFail(0)) {
      await forget();
      const id = await reported(ann, ben);
      await STEPS['a suspension']!.take(id);
      await waitForJobs(server.deps);
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

const isListed = async (who: TestStudent, about: TestStudent) =>
  (await who.call('GET /matches')).body.items.some(({ userId }: any) => userId === about.id);
const blocked = async (who: TestStudent) =>
  (await who.call('GET /blocks')).body.items.map(({ userId }: any) => userId);
const storedBy = ({ id }: TestStudent) =>
  server.deps.db.collection('safety_reports').countDocuments({ reporterId: id });
const mailed = async (id: string) => {
  await waitForJobs(server.deps);
  const mails = await server.mailsTo({ email: 'safety@campus.edu' });
  return mails.filter(({ text }) => text.includes(id)).length;
};

describe('a report', () => {
  it('repeated after the block was lifted - keeps the two apart again', async () => {
    const { ann, ben } = cast;
    const { id } = (await report(ann, ben)).body;
    expect((await ann.call(`DELETE /blocks/${ben.id}`)).status).toBe(204);
    expect((await report(ann, ben)).body.id).toBe(id);
    expect([await isListed(ann, ben), await blocked(ann)]).toEqual([false, [ben.id]]);
  });

  it('of which any one write fails - is whole after a retry: stored once, mailed, and the two are apart', async () => {
    const { ann, ben } = cast;
    const stored = ['safety_reports', 'safety_turns', 'pairs_apart', 'jobs', 'date_books', 'offer_threads'];
    for (const nth of writesToFail(1)) {
      await forget();
      const offerId = (await ben.invite(ann)).body.id;
      await waitForJobs(server.deps);
      let first = 0;
      const hasFailed = await failWrite(nth, stored, async () => {
        first = (await report(ann, ben, { offerId })).status;
      });
      if (!hasFailed) break;
      const { status, body } = await report(ann, ben, { offerId });
      expect({
        nth,
        status,
        reports: await storedBy(ann),
        apart: [await isListed(ann, ben), await blocked(ann), (await ann.call('GET /offers')).body.items],
        isMailed: (await mailed(body.id)) > 0,
        receipts: (await server.mailsTo(ann)).filter(({ subject }) => subject.includes('your report')).length,
      }).toEqual({ nth, status: 201, reports: 1, apart: [false, [ben.id], []], isMailed: true, receipts: 1 });
      expect([201, 500, 503]).toContain(first);
    }
  });

  it('of a completed offer of which any one write fails - is whole after a retry', async () => {
    const { ann, ben } = cast;
    // what differs from a report before a date
    const stored = ['safety_reports', 'safety_turns', 'pairs_apart', 'jobs'];
    for (const nth of writesToFail(0)) {
      await forget();
      const offerId = await agree(ann, ben, { proposedDate: server.inHours(1) });
      clock.advanceSeconds(4 * 3600);
      await waitForJobs(server.deps);
      const body = { offerId, reportType: 'no_show', description: 'Nobody came' };
      const hasFailed = await failWrite(nth, stored, () => ben.call('POST /safety/report', body));
      if (!hasFailed) break;
      const again = await ben.call('POST /safety/report', body);
      expect([nth, again.status, await blocked(ben)]).toEqual([nth, 201, [ann.id]]);
      expect([nth, (await mailed(again.body.id)) > 0]).toEqual([nth, true]);
    }
  });

  it('of three people, a minute apart, and of nine more at once - is refused for all but ten a day, until a day after the first', async () => {
    // without a profile, so that the reports conflict in no date book
    const ann = await server.signIn();
    const joined = await Promise.all(Array.from({ length: 9 }, () => join(server)));
    const people = [cast.ben, cast.cem, cast.dan, ...joined];
    for (const each of people.slice(0, 3)) {
      expect((await report(ann, each)).status).toBe(201);
      clock.advanceSeconds(60);
    }
    const answers = await Promise.all(people.slice(3).map((each) => report(ann, each)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([await storedBy(ann), ...statuses]).toEqual([10, ...Array(7).fill(201), 429, 429]);
    const refused = people.slice(3).filter((_, at) => answers[at]!.status === 429);
    const waitFor = async (who: TestStudent) => {
      const { status, headers } = await report(ann, who);
      return status === 201 ? 0 : Number(headers.get('retry-after'));
    };
    const wait = await waitFor(refused[0]!);
    expect(wait).toBe(86_400 - 3 * 60);
    clock.advanceSeconds(wait);
    expect([await waitFor(refused[0]!), await waitFor(refused[1]!)]).toEqual([0, 60]);
  });
});
