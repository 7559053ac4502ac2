/**
 * The five attacks by which one student could read another's answers, week, address or wishes before matching ran in rounds, repeated with
 * ordinary requests of a student.
 */
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { enrol, newRound } from '../../src/resources/offers/testing/campus';

jest.setTimeout(180_000);

const EARLIER = ['2027-02-20T17:00:00Z', '2027-02-23T17:00:00Z', '2027-02-23T20:00:00Z'] as const;
const NOON = '2027-03-02T17:00:00Z';
const DATE = '2027-03-05T17:00:00Z';
const LATER = '2027-03-06T17:00:00Z';
/** Addresses hidden per request. */
const AT_ONCE = 50;
const NOBODY = '00000000-0000-4000-8000-000000000000';

const clock = fixedClock(EARLIER[0]);
let attacker: TestStudent;
/** On the attacker's list, with their own answers; one who does not seek the attacker's gender; the others on the list. */
let victim: TestStudent;
let stranger: TestStudent;
let others: readonly TestStudent[];
/** Both met the attacker; the first would again, the second would not. */
let exes: readonly TestStudent[];
let meetings: readonly string[];

const offerTo = (toUserId: string, proposedDate: string, from = attacker) =>
  from.invite({ id: toUserId }, { proposedDate });

async function agree(other: TestStudent, at: string): Promise<string> {
  const { id } = (await offerTo(other.id, at)).body;
  const { status } = await other.respond(id, 'accept');
  expect(status).toBe(200);
  return id;
}

const answer = async (answers: object, who = attacker) =>
  expect((await who.call('PATCH /profile', { answers })).status).toBe(200);

const listOf = async (who = attacker) => {
  const { items, whyFew } = (await who.call('GET /matches')).body;
  return { items, whyFew };
};

const server = useTestServer({ clock, writesMax: 100_000, env: { IP_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  attacker = await enrol(server, { name: 'Asker' });
  victim = await enrol(server, { name: 'Victim', gender: 'man' });
  stranger = await enrol(server, { name: 'Stranger', gender: 'man', seeks: ['men'] });
  const men = (count: number, name: string) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => enrol(server, { name: `${name} ${i}`, gender: 'man' })),
    );
  [others, exes] = [await men(12, 'Other'), await men(2, 'Ex')];
  const secret = {
    lifestyle_dealbreakers: { values: ['smokes_any', 'different_faith'] },
    substances: { smoking_preference: 'regularly', drinking_preference: 'socially' },
    religion: 'buddhist',
    age_preference: [20, 24],
    hobbies_interests: ['climbing', 'concerts'],
  };
  await answer(secret, victim);
  await answer({ substances: { smoking_preference: 'never' }, religion: 'buddhist' });
  const utcSlots = [{ dayOfWeek: 4, startHour: 18, endHour: 21 }];
  for (const who of [attacker, victim])
    await who.call('POST /availability', { utcSlots, timezone: 'UTC', lastUpdated: EARLIER[0] });
  await newRound(server);
  meetings = [await agree(exes[0]!, EARLIER[1]), await agree(exes[1]!, '2027-02-22T17:00:00Z')];
  clock.set(EARLIER[2]);
  for (const [i, ex] of exes.entries()) {
    const said = await ex.call(`PUT /offers/${meetings[i]}/meeting`, { met: true, again: i === 0 });
    expect(said.status).toBe(200);
  }
  clock.set(NOON);
  await newRound(server);
  const { items } = await listOf();
  expect(items.map(({ name }: { name: string }) => name)).toContain('Victim');
});
// without limits, which would only end each attack early
beforeEach(() => server.deps.db.collection('rate_counts').deleteMany({}));

/** Answers of the attacker, each of which once decided whether a victim with some trait was eligible: 43, as in the security review. */
const PROBES: readonly object[] = [
  ...['never', 'rarely', 'socially', 'regularly'].map((smoking_preference) => ({
    substances: { smoking_preference },
  })),
  ...['never', 'regularly'].map((drinking_preference) => ({ substances: { drinking_preference } })),
  ...['smokes_any', 'drinks_any', 'different_faith', 'none'].map((no) => ({
    lifestyle_dealbreakers: { values: [no] },
  })),
  ...['buddhist', 'catholic', 'sikh', 'jewish'].map((religion) => ({ religion })),
  ...['woman', 'man'].map((gender_identity) => ({ gender_identity })),
  ...['men', 'women', 'other'].map((sought) => ({ seeking_genders: { values: [sought] } })),
  ...Array.from({ length: 12 }, (_, i) => ({
    bundle_intro: { display_name: 'Asker', date_of_birth: `${1996 + i}-01-15` },
  })),
  ...Array.from({ length: 12 }, (_, i) => ({ age_preference: [18, 19 + i] })),
];

/** Everything in a response, except its request id. */
const toldBy = ({ status, body }: Awaited<ReturnType<typeof offerTo>>) =>
  JSON.stringify({ status, body: { ...body, requestId: null } });

/** Runs `ask` with each of these answers and then restores the attacker's own, because a student without answers has no list. */
async function probe(ask: () => Promise<string>): Promise<ReadonlySet<string>> {
  const told = new Set([await ask()]);
  for (const own of PROBES) {
    await answer(own);
    told.add(await ask());
  }
  await answer({ gender_identity: 'woman', seeking_genders: { values: ['men'] } });
  return told;
}

describe('the attack walk', () => {
  it('review 2, GET /matches after each own answer - shows the same people, order, bands, reasons and times', async () => {
    expect((await listOf()).items).toHaveLength(13);
    expect(PROBES).toHaveLength(43);
    const told = await probe(async () => JSON.stringify(await listOf()));
    expect(told.size).toBe(1);
  });

  it('review 3, 161 two-hour weeks of the attacker - change no shared time; neither do those of a student who joins today', async () => {
    const joiner = await enrol(server, { name: 'Joiner' });
    for (const who of [attacker, joiner]) {
      const before = await listOf(who);
      expect(before.items.length).toBeGreaterThan(0);
      const seen = new Set<string>();
      for (let at = 0; at < 161; at++) {
        const [dayOfWeek, startHour] = [Math.floor(at / 23), at % 23];
        const utcSlots = [{ dayOfWeek, startHour, endHour: startHour + 2 }];
        const saved = await who.call('POST /availability', { utcSlots, timezone: 'UTC', lastUpdated: NOON });
        expect(saved.status).toBeLessThan(300);
        const { items } = await listOf(who);
        seen.add(JSON.stringify(items.map(({ sharedTimes }: { sharedTimes: unknown }) => sharedTimes)));
      }
      expect([...seen]).toEqual([
        JSON.stringify(before.items.map(({ sharedTimes }: { sharedTimes: unknown }) => sharedTimes)),
      ]);
    }
  });

  it('review 10, 200 hidden addresses with the victim’s or without - change no list and no answer to an invitation', async () => {
    const ask = async () =>
      JSON.stringify([
        await listOf(),
        toldBy(await offerTo(stranger.id, LATER)),
        toldBy(await offerTo(NOBODY, LATER)),
      ]);
    const before = await ask();
    const guesses = Array.from({ length: 199 }, (_, i) => `guess-${i}@campus.edu`);
    for (const candidates of [guesses, [...guesses, victim.email], [...guesses, stranger.email]]) {
      for (const way of ['', '/remove']) {
        for (let at = 0; at < candidates.length; at += AT_ONCE) {
          const emails = candidates.slice(at, at + AT_ONCE);
          const { status } = await attacker.call(`POST /safety/hidden-contacts${way}`, { emails });
          expect(status).toBeLessThan(300);
        }
        expect(await ask()).toBe(before);
      }
    }
  });

  it('review 16, the attacker’s own ‘again’ changed and restored - reveals nobody else’s ‘again’', async () => {
    const before = await listOf();
    const told = [new Set<string>(), new Set<string>()] as const;
    for (const again of [true, false, true, false])
      for (const [i, id] of meetings.entries()) {
        const said = await attacker.call(`PUT /offers/${id}/meeting`, { met: true, again });
        expect(said.status).toBe(200);
        expect(await listOf()).toEqual(before);
        const invited = await offerTo(exes[i]!.id, LATER);
        told[i as 0 | 1].add(JSON.stringify([said.body.meeting, toldBy(invited)]));
      }
    expect(told[0].size).toBeGreaterThan(0);
    expect(told[0]).toEqual(told[1]);
  });

  it('review 1, POST /offers at the time of a date one has - answers double_booked after each own answer, for any recipient', async () => {
    await agree(others[0]!, DATE);
    for (const to of [victim.id, stranger.id, NOBODY]) {
      const told = await probe(async () => toldBy(await offerTo(to, DATE)));
      expect(told.size).toBe(1);
      expect([...told][0]).toContain('double_booked');
    }
  });

  it('review 1, POST /offers to somebody off the list - answers the same 403 after each own answer', async () => {
    const told = await probe(async () => toldBy(await offerTo(stranger.id, LATER)));
    expect(told).toEqual(new Set([toldBy(await offerTo(NOBODY, LATER))]));
    expect([...told][0]).toContain('not_a_match');
  });

  it('review 1, POST /offers once the day’s offers are used up - answers offer_limit_reached after each own answer', async () => {
    const sent = await Promise.all(others.slice(1, 10).map(({ id }) => offerTo(id, LATER)));
    expect(sent.map(({ status }) => status)).toEqual(Array(9).fill(201));
    for (const to of [victim.id, stranger.id, NOBODY]) {
      const told = await probe(async () => toldBy(await offerTo(to, LATER)));
      expect(told.size).toBe(1);
      expect([...told][0]).toContain('offer_limit_reached');
    }
  });
});
