import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { WEEK_MS } from '@flint/contracts/time';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { buildAnswers } from '../../../seed/answers';
import { createRandom } from '../../../seed/random';
import type { RoundStudent } from '../../matching/round/index';
import { enrol, join } from '../offers/testing/campus';
import { ENGLISH } from '../../texts/index';
import { everyMark } from '../safety/index';
import { dailyQuestion } from './daily-question';
import { lists, pieces } from './match.model';
import { noPast, pastAfter, pastOf, writePast, type Past } from './past';
import type { Round } from './rounds';
import { placeName, writePieces } from './rows';
import { eachStudent } from './students';

const clock = fixedClock('2027-05-04T12:00:00Z');
const server = useTestServer({ clock });
const round = (key: string) => ({ key, day: '2027-03-02' }) as Round;
const hash = (n: number) => createHash('sha256').update(String(n)).digest('base64url');
const marks = Array.from({ length: 2_500 }, (_, n) => `gone:${hash(n)}`);
const pasts = new Map(marks.map((mark, n): [string, Past] => [mark, { ...noPast('2027-03-01'), rounds: n }]));

describe('the history of a campus', () => {
  it('in pieces - gives each student the own one from a single piece, whatever the others are; with a damaged piece and list - is that of the others after a round', async () => {
    const [deps, key] = [server.deps, '2027-03-02.1'];
    await writePast(deps, key, pasts);
    const stored = await pieces(deps.db).find({ round: key }).lean();
    expect(stored).toHaveLength(3);
    const read = new Set<number>();
    for (const { _id } of stored) {
      const others = stored.filter((each) => each._id !== _id);
      for (const each of others)
        await pieces(deps.db).updateOne({ _id: each._id }, { bytes: Buffer.from('damaged') });
      for (const mark of marks.filter((_, n) => n % 50 === 0)) {
        const found = await pastOf(deps, round(key), mark).catch(() => undefined);
        if (found) expect(found).toEqual(pasts.get(mark));
        if (found) read.add(found.rounds);
      }
      for (const { _id: id, bytes } of others) await pieces(deps.db).updateOne({ _id: id }, { bytes });
    }
    expect(read.size).toBe(50);
    expect(await pastOf(deps, round(key), `gone:${hash(-1)}`)).toBeUndefined();
    const after = await pastAfter(deps, round(key));
    expect(new Map([...after].map(([mark, { rounds }]) => [mark, rounds]))).toEqual(
      new Map([...pasts].map(([mark, { rounds }]) => [mark, rounds])),
    );
    const damaged = { bytes: Buffer.from('damaged') };
    await pieces(deps.db).updateOne({ _id: stored[0]!._id }, damaged);
    const looked = { round: key, lookedAt: clock.now(), joinedUntil: clock.now() };
    await lists(deps.db).create({ _id: `${key}/gone`, ...looked, ...damaged });
    expect((await pastAfter(deps, round(key))).size).toBe(1_500);
    expect(server.logged()).toContain('2 records of the round before cannot be read');
  });

  it('in a numbered piece of the version before - is found', async () => {
    const key = '2027-03-02.2';
    const chunk = deflateRawSync(JSON.stringify([...pasts]));
    await writePieces(server.deps, key, 'past', [[placeName(0), chunk]]);
    for (const mark of marks.slice(0, 5))
      expect(await pastOf(server.deps, round(key), mark)).toEqual(pasts.get(mark));
  });

  it('of one student - is the standing in the next round, with the dates and the offers that wait; a pause of months adds no weeks to it, and resuming is a visit', async () => {
    const ann = await join(server);
    const marks = await everyMark(server.deps);
    const mark = marks.get(ann.id)!;
    const last = new Date(clock.now().getTime() - 3 * WEEK_MS);
    const offers = {
      waiting: new Map([[ann.id, 300]]),
      dates: new Map([[ann.id, { count: 2, last }]]),
    };
    const onDamaged = (error: unknown) => {
      throw error;
    };
    // away for months, but for an answer of today
    let pasts = new Map<string, Past>([
      [mark, { rounds: 20, attention: 3.5, looks: 0.4, seen: '2027-01-01' }],
    ]);
    const makeRound = async (): Promise<RoundStudent[]> => {
      const [rows, next]: [RoundStudent[], Map<string, Past>] = [[], new Map()];
      const all = { marks, pasts, offers, onDamaged };
      for await (const row of eachStudent(server.deps, all, next)) rows.push(row);
      pasts = next;
      return rows;
    };
    const standing = { weeksPresent: 3, attention: 3.5, dates: 2, weeksSinceDate: 3, activity: 0.4 };
    expect(await makeRound()).toMatchObject([{ account: ann.id, standing: { ...standing, waiting: 255 } }]);
    expect(pasts.get(mark)).toMatchObject({ rounds: 21, seen: '2027-05-04' });
    await ann.call('PUT /safety/pause', { paused: true });
    for (let week = 0; week < 10; week++) {
      clock.advanceSeconds(WEEK_MS / 1000);
      expect(await makeRound()).toMatchObject([{ standing: { activity: 0 } }]);
    }
    expect((await ann.call('PUT /safety/pause', { paused: false })).status).toBe(200);
    expect(await makeRound()).toMatchObject([{ standing: { weeksPresent: 3, activity: 0.4 } }]);
    expect(pasts.get(mark)!.rounds).toBe(22);
  });
});

/** What an answer changes, by the part of its question in matching. */
const EFFECTS = {
  hard_filter: 'who can match',
  soft: 'how well two people fit',
  target: 'hope for someone like you',
  offer_hint: 'plans',
  display: 'may show it to others',
  none: 'never counts in matching.',
};

describe("today's question", () => {
  const NOON = '2027-03-02T17:00:00Z';
  let ann: TestStudent;
  beforeAll(async () => {
    clock.set(NOON);
    ann = await enrol(server);
  });
  beforeEach(() => clock.set(NOON));
  const asked = async () => (await ann.call('GET /matches')).body.question;

  it('of a student with open questions - is one of them, the same all day, and another one the next day', async () => {
    const first = await asked();
    expect(QUESTIONS.map(({ id }) => id)).toContain(first.id);
    expect(['bundle_intro', 'gender_identity', 'seeking_genders']).not.toContain(first.id);
    expect(first.effect).toMatch(/^It .*\.$/);
    clock.advanceSeconds(6 * 3_600);
    expect(await asked()).toEqual(first);
    clock.advanceSeconds(86_400);
    expect((await asked()).id).not.toBe(first.id);
  });

  it('over the days - includes every open question, with what its answer changes, and choices on the card if there are few', async () => {
    const seen = new Map<string, { options: unknown; effect: string }>();
    for (let day = 0; day < QUESTIONS.length; day++) {
      const question = (await dailyQuestion(server.deps, ann.id, ENGLISH))!;
      seen.set(question.id, question);
      clock.advanceSeconds(86_400);
    }
    expect(seen.size).toBe(QUESTIONS.length - 3);
    expect(seen.get('intent')?.options).toContainEqual({
      value: 'serious_relationship',
      label: 'Serious relationship',
    });
    expect(seen.get('hobbies_interests')?.options).toBeNull();
    expect(seen.get('religion')?.options).toBeNull();
    // six choices
    expect(seen.get('lifestyle_balance')?.options).toBeNull();
    for (const { id, match } of QUESTIONS.filter((each) => seen.has(each.id))) {
      const words = 'of' in match && match.of ? 'who are what you hope for' : EFFECTS[match.role];
      expect([id, seen.get(id)!.effect]).toEqual([id, expect.stringContaining(words)]);
    }
  });

  it('of a student who answered all, or who cannot be matched - is null', async () => {
    const answers = buildAnswers(createRandom(7), 'Ann', clock.now(), {});
    const { status } = await ann.call('PATCH /profile', { answers });
    expect(status).toBe(200);
    const open = QUESTIONS.filter(({ id }) => answers[id] === undefined).map(({ id }) => id);
    expect((await asked())?.id ?? null).toBe(open[0] ?? null);
    await ann.call('PATCH /profile', { answers: { gender_identity: null } });
    expect(await asked()).toBeNull();
  });
});
