import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { createRandom } from '../../seed/random';
import { enrol, newRound } from '../../src/resources/offers/testing/campus';

/** 1,000 in `npm run test:security`. */
const STEPS = Number(process.env.FLINT_INFERENCE_STEPS ?? 60);
const SEED = Number(process.env.FLINT_INFERENCE_SEED ?? Math.floor(Math.random() * 2 ** 31));

jest.setTimeout(120_000 + STEPS * 500);

const NOON = '2027-03-02T17:00:00Z';
const DATE = '2027-03-05T17:00:00Z';
/** Times of an earlier date, and after it. */
const EARLIER = ['2027-02-20T17:00:00Z', '2027-02-23T17:00:00Z', '2027-02-23T20:00:00Z'] as const;
const clock = fixedClock(EARLIER[0]);
/** The attacker; the target; a person the attacker may never invite; one whom only their own drinking excludes. */
let attacker: TestStudent;
let victim: TestStudent;
let stranger: TestStudent;
let near: TestStudent;

const server = useTestServer({ clock, writesMax: 100_000, env: { IP_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  attacker = await enrol(server, { name: 'Asker' });
  victim = await enrol(server, { name: 'Victim', gender: 'man' });
  const accomplice = await enrol(server, { name: 'Accomplice', gender: 'man' });
  stranger = await enrol(server, { name: 'Stranger', gender: 'man', seeks: ['men'] });
  near = await enrol(server, { name: 'Near', gender: 'man' });
  const ex = await enrol(server, { name: 'Ex', gender: 'man' });
  const others = await Promise.all(
    Array.from({ length: 4 }, (_, i) => enrol(server, { name: `Other ${i}`, gender: 'man' })),
  );
  const secret = {
    lifestyle_dealbreakers: { values: ['smokes_any', 'different_faith'] },
    substances: { smoking_preference: 'regularly' },
    religion: 'buddhist',
    age_preference: [20, 24],
    hobbies_interests: ['climbing', 'concerts'],
    intent: 'casual_dating',
  };
  for (const who of [victim, ...others]) await who.call('PATCH /profile', { answers: secret });
  await near.call('PATCH /profile', { answers: { lifestyle_dealbreakers: { values: ['drinks_any'] } } });
  await answer({ substances: { smoking_preference: 'never', drinking_preference: 'regularly' } });
  const slot = { dayOfWeek: 4, startHour: 18, endHour: 21 };
  const week = { utcSlots: [slot], timezone: 'UTC', lastUpdated: EARLIER[0] };
  for (const who of [attacker, victim]) await who.call('POST /availability', week);
  await newRound(server);
  // the ex said 'again' after a date with the attacker, who has not answered
  const met = await agree(ex, EARLIER[1]);
  clock.set(EARLIER[2]);
  expect((await ex.call(`PUT /offers/${met}/meeting`, { met: true, again: true })).status).toBe(200);
  clock.set(NOON);
  await newRound(server);
  // the known way to probe without sending: a double booking is refused before, or after, the check whether two fit
  await agree(accomplice, DATE);
});

const offerTo = (toUserId: string, proposedDate: string) =>
  attacker.invite({ id: toUserId }, { proposedDate });

const answer = (answers: object) => attacker.call('PATCH /profile', { answers });

/** A date with the attacker that both agreed to. */
async function agree(other: TestStudent, at: string): Promise<string> {
  const { id } = (await offerTo(other.id, at)).body;
  const accepted = await other.respond(id, 'accept');
  expect(accepted.status).toBe(200);
  return id;
}

/** Everything the attacker learns about others: the list without picture addresses, and both kinds of refusal. */
async function told(): Promise<string> {
  const { items, whyFew } = (await attacker.call('GET /matches')).body;
  const cards = items.map((item: object) => ({ ...item, photoUrl: null, photoUrls: [] }));
  const refusals = [];
  for (const to of [victim.id, near.id, stranger.id, '00000000-0000-4000-8000-000000000000']) {
    const { status, body } = await offerTo(to, DATE);
    refusals.push([status, body.code]);
  }
  for (const to of [near.id, stranger.id]) {
    const { status, body } = await offerTo(to, '2027-03-06T17:00:00Z');
    refusals.push([status, body.code]);
  }
  return JSON.stringify({ cards, whyFew, refusals });
}

type Attempt = (random: ReturnType<typeof createRandom>) => Promise<unknown>;
const one = <T>(random: ReturnType<typeof createRandom>, all: readonly T[]): T =>
  all[random.int(0, all.length - 1)]!;

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'own firm noes': (random) =>
    answer({ lifestyle_dealbreakers: { values: [one(random, ['smokes_any', 'different_faith', 'none'])] } }),
  'own habits': (random) =>
    answer({
      substances: {
        smoking_preference: one(random, ['never', 'rarely', 'socially', 'regularly']),
        drinking_preference: one(random, ['never', 'regularly']),
      },
    }),
  'own faith': (random) => answer({ religion: one(random, ['buddhist', 'catholic', 'sikh']) }),
  'own gender and wishes': (random) =>
    answer({
      gender_identity: one(random, ['man', 'woman']),
      seeking_genders: { values: [one(random, ['men', 'women', 'other'])] },
    }),
  'own age': (random) =>
    answer({ bundle_intro: { display_name: 'Asker', date_of_birth: `${random.int(1997, 2006)}-01-15` } }),
  'own ages wished': (random) => answer({ age_preference: [18, random.int(19, 30)] }),
  'own hobbies': (random) => answer({ hobbies_interests: [one(random, ['climbing', 'concerts', 'comedy'])] }),
  'own week': (random) => {
    const startHour = random.int(0, 21);
    const utcSlots = [{ dayOfWeek: random.int(0, 6), startHour, endHour: startHour + 2 }];
    return attacker.call('POST /availability', { utcSlots, timezone: 'UTC', lastUpdated: NOON });
  },
  'hidden addresses': (random) =>
    attacker.call(`POST /safety/hidden-contacts${random.chance(0.5) ? '' : '/remove'}`, {
      emails: [victim.email],
    }),
  'a pause': async () => {
    await attacker.call('PUT /safety/pause', { paused: true });
    await attacker.call('PUT /safety/pause', { paused: false });
  },
  "'again'": async (random) => {
    const { items } = (await attacker.call('GET /offers')).body;
    for (const { id } of items)
      await attacker.call(`PUT /offers/${id}/meeting`, { met: true, again: random.chance(0.5) });
  },
  'the end of the walk': (random) =>
    attacker.call('PATCH /profile', { onboardingCompletedAt: random.chance(0.5) ? NOON : null }),
  'a question of the day': async (random) => {
    const { question } = (await attacker.call('GET /matches')).body;
    if (question?.options)
      await answer({ [question.id]: one<{ value: string }>(random, question.options).value });
  },
  'what others see': (random) =>
    attacker.call('PUT /profile/card', { shown: random.chance(0.5) ? [] : ['age', 'hobbies_interests'] }),
  'a block lifted again': async () => {
    await attacker.call('POST /blocks', { userId: victim.id });
    await attacker.call(`DELETE /blocks/${victim.id}`);
  },
};

describe('inference', () => {
  it(`an attacker with an accomplice - in ${STEPS} steps of seed ${SEED} - learns exactly what the list showed before`, async () => {
    const random = createRandom(SEED);
    const before = await told();
    expect(before).toContain('Victim');
    const names = Object.keys(ATTEMPTS);
    const learnt = new Set<string>();
    for (let step = 0; step < STEPS; step++) {
      // limits would end it after a hundred steps; without them it must also learn nothing
      await server.deps.db.collection('rate_counts').deleteMany({});
      const name = one(random, names);
      await ATTEMPTS[name]!(random);
      // the attacker's answers also hide people from the attacker, so they are restored before each request
      await answer({ gender_identity: 'woman', seeking_genders: { values: ['men'] } });
      if ((await told()) !== before) learnt.add(name);
    }
    process.stdout.write(
      `inference, seed ${SEED}, ${STEPS} steps: ${learnt.size} facts learnt, ${learnt.has('own week') ? 1 : 0} weeks rebuilt\n`,
    );
    expect([...learnt]).toEqual([]);
  });

  it('a new account from the same mailbox, again and again - learns the same', async () => {
    const { items: before } = (await attacker.call('GET /matches')).body;
    for (let round = 0; round < 3; round++) {
      await attacker.call('DELETE /account');
      attacker = await server.signIn(attacker.email);
      await answer({
        bundle_intro: { display_name: 'Asker', date_of_birth: `200${round}-01-15` },
        gender_identity: 'woman',
        seeking_genders: { values: ['men', 'women'] },
        lifestyle_dealbreakers: { values: [['smokes_any', 'different_faith', 'none'][round]] },
      });
      const { items } = (await attacker.call('GET /matches')).body;
      const cards = (all: readonly object[]) =>
        all.map((each) => ({ ...each, photoUrl: null, photoUrls: [] }));
      expect(cards(items).filter(({ name }: any) => name !== 'Accomplice')).toEqual(cards(before));
    }
  });
});
