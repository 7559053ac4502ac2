import { randomUUID } from 'node:crypto';
import { isEnoughForAList } from '@flint/contracts/questions/matchable';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { waitForJobs } from '../../src/resources/jobs/index';
import { hasCut } from '../../src/resources/safety/index';
import { enrol } from '../../src/resources/offers/testing/campus';

const NOON = '2027-03-02T17:00:00Z';

const server = useTestServer({ clock: fixedClock(NOON) });
beforeAll(async () => {
  const secret = {
    lifestyle_dealbreakers: { values: ['different_faith'] },
    religion: 'buddhist',
    intent: 'casual_dating',
  };
  for (const name of ['Victim', 'Other', 'Third']) {
    const who = await enrol(server, { name, gender: 'man' });
    await who.call('PATCH /profile', { answers: secret });
  }
});

/** A student's cards without the addresses of pictures, which differ each time. */
const cardsOf = async (who: TestStudent) =>
  (await who.call('GET /matches')).body.items.map((each: object) => ({
    ...each,
    photoUrl: null,
    photoUrls: [],
  }));

describe('a first list after eight answers', () => {
  it('a first list after eight answers - despite later answers, completion or offers - stays the same until the next round', async () => {
    const early = await server.signIn();
    const eight = {
      bundle_intro: { display_name: 'Early', date_of_birth: '2005-01-15' },
      gender_identity: 'woman',
      seeking_genders: { values: ['men'] },
      intent: 'casual_dating',
      age_preference: [18, 30] as const,
      meeting_preference: { values: ['campus_coffee'] },
      substances: { smoking_preference: 'never' },
      lifestyle_dealbreakers: { values: ['none'] },
    };
    expect(isEnoughForAList(eight)).toBe(true);
    expect((await early.call('PATCH /profile', { answers: eight })).status).toBe(200);
    const cards = () => cardsOf(early);
    const first = await cards();
    expect(first.map(({ name }: { name: string }) => name)).toContain('Victim');
    const utcSlots = [{ dayOfWeek: 4, startHour: 18, endHour: 21 }];
    const week = { utcSlots, timezone: 'UTC', lastUpdated: NOON };
    const steps: Record<string, () => Promise<unknown>> = {
      'a firm no': () =>
        early.call('PATCH /profile', { answers: { lifestyle_dealbreakers: { values: ['smokes_any'] } } }),
      'other ages': () => early.call('PATCH /profile', { answers: { age_preference: [29, 30] } }),
      'more answers': () =>
        early.call('PATCH /profile', {
          answers: { religion: 'buddhist', hobbies_interests: ['climbing'], intent: 'serious_relationship' },
        }),
      'an answer taken back and given again': async () => {
        await early.call('PATCH /profile', { answers: { gender_identity: null } });
        expect((await early.call('GET /matches')).body).toMatchObject({
          items: [],
          missing: ['gender_identity'],
        });
        await early.call('PATCH /profile', { answers: { gender_identity: 'woman' } });
      },
      'the end of the walk': () => early.call('PATCH /profile', { onboardingCompletedAt: NOON }),
      'a first week': () => early.call('POST /availability', week),
      photos: () => early.call('POST /photos', { photos: [] }),
      'five looks at once': () => Promise.all(Array.from({ length: 5 }, cards)),
    };
    for (const [name, step] of Object.entries(steps)) {
      await step();
      expect([name, await cards()]).toEqual([name, first]);
    }
  });
});

it('a new account from the same mailbox, again and again - learns the same', async () => {
  let asker = await enrol(server, { name: 'Asker' });
  const before = await cardsOf(asker);
  expect(before).toHaveLength(3);
  for (let round = 0; round < 3; round++) {
    await asker.call('DELETE /account');
    asker = await server.signIn(asker.email);
    await asker.call('PATCH /profile', {
      answers: {
        bundle_intro: { display_name: 'Asker', date_of_birth: `200${round}-01-15` },
        gender_identity: 'woman',
        seeking_genders: { values: ['men', 'women'] },
        lifestyle_dealbreakers: { values: [['smokes_any', 'different_faith', 'none'][round]] },
      },
    });
    expect(await cardsOf(asker)).toEqual(before);
  }
});

type Kind = 'who blocked them' | 'nobody' | 'who left';

/** The id of a student who is not on the asking student's list. */
async function known(asker: TestStudent, kind: Kind): Promise<string> {
  if (kind === 'nobody') return randomUUID();
  const other = await enrol(server, { name: 'Ben', gender: 'man' });
  if (kind === 'who left') await other.call('DELETE /account');
  if (kind === 'who blocked them') await other.call('POST /blocks', { userId: asker.id });
  return other.id;
}

/** Each request, with the id of the person it is about. */
const ACTS: Readonly<Record<string, (by: TestStudent, id: string) => ReturnType<TestStudent['call']>>> = {
  block: (by, id) => by.call('POST /blocks', { userId: id }),
  hide: (by, id) => by.call(`POST /matches/${id}/hide`),
  report: (by, id) =>
    by.call('POST /safety/reports', { userId: id, reason: 'scam', description: 'Asked for money' }),
  offer: (by, id) => by.invite({ id }),
};

/** What a student sees of a response, without ids and times, which always differ. */
async function seen(by: TestStudent, id: string, act: (typeof ACTS)[string]): Promise<string> {
  const { status, body } = await act(by, id);
  return JSON.stringify([status, body])
    .replaceAll(id, '<id>')
    .replace(/"(?:id|requestId)":"[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<other>');
}

/** One student for each kind: they do the same things, in the same order. */
const askers = new Map<Kind, TestStudent>();
async function askerOf(kind: Kind): Promise<TestStudent> {
  if (!askers.has(kind)) askers.set(kind, await enrol(server, { name: 'Ann' }));
  return askers.get(kind)!;
}

describe.each(Object.entries(ACTS))('to %s', (what, act) => {
  it('a person who blocked the student, one who left, and an unknown one - give the same answer, which names nobody, by the same work', async () => {
    // a report of an id that nobody ever had is refused, and there is no such person to protect
    const kinds: Kind[] = [
      'who blocked them',
      'who left',
      ...(what === 'report' ? [] : (['nobody'] as const)),
    ];
    const answers: string[] = [];
    const works: (readonly string[])[] = [];
    for (const kind of kinds) {
      const ann = await askerOf(kind);
      answers.push(await seen(ann, await known(ann, kind), act));
      // a safety mail leaves the database after the answer
      await waitForJobs(server.deps);
      works.push(server.latestCommands());
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toContain('Ben');
    expect(works[0]).not.toEqual([]);
    expect(works[0]).toEqual(works[1]);
  });
});

it('a report of an id that nobody ever had - is refused, and stores nothing', async () => {
  const ann = await enrol(server, { name: 'Ann' });
  expect((await ACTS.report!(ann, randomUUID())).status).toBe(404);
  for (const path of ['/blocks', '/safety/reports'])
    expect((await ann.call(`GET ${path}`)).body.items).toEqual([]);
});

it('a report of a student who left - applies when the mailbox returns', async () => {
  const [ann, ben] = [await enrol(server), await enrol(server, { name: 'Ben', gender: 'man' })];
  await ben.call('DELETE /account');
  const { body } = await ACTS.report!(ann, ben.id);
  const back = await server.signIn(ben.email);
  await back.call('PATCH /profile', { answers: {} });
  const { findReport } = await import('../../src/resources/safety/reports');
  expect((await findReport(server.deps, body.id))?.reportedId).toBe(back.id);
  expect(await hasCut(server.deps, ann.id, back.id)).toBe(true);
});

it('a report about a person who blocked the reporter - reaches the operators with the name', async () => {
  const ann = await enrol(server, { name: 'Ann' });
  const id = await known(ann, 'who blocked them');
  await ACTS.report!(ann, id);
  const { listReports } = await import('../../src/resources/safety/reports');
  const kept = (await listReports(server.deps)).find(({ reportedId }) => reportedId === id);
  expect(kept).toMatchObject({ reporterId: ann.id, evidence: { name: 'Ben' } });
});
