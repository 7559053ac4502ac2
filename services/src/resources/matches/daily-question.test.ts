import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { buildAnswers } from '../../../seed/answers';
import { createRandom } from '../../../seed/random';
import { enrol } from '../offers/testing/campus';

const NOON = '2027-03-02T17:00:00Z';
const clock = fixedClock(NOON);
let ann: TestStudent;

const server = useTestServer({ clock });
beforeAll(async () => {
  ann = await enrol(server);
});
beforeEach(() => clock.set(NOON));

/** What an answer changes, by the part of its question in matching. */
const EFFECTS = {
  hard_filter: 'who can match',
  soft: 'how well two people fit',
  target: 'hope for someone like you',
  offer_hint: 'plans',
  display: 'may show it to others',
  none: 'never counts in matching.',
};

const asked = async () => (await ann.call('GET /matches')).body.question;

describe("today's question", () => {
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
      const question = await asked();
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
