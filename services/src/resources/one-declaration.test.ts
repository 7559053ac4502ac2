import type { Entry } from '@flint/contracts/questions/types';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { offers } from './offers/offers.resource';
import { joinTwo, newRound, pair } from './offers/testing/campus';
import { threads } from './offers/thread.model';

// The two seams: a section's file with more entries at its end, and the declaration of an offer with one more field in each group. Everything
// else is as it is.
jest.mock('@flint/contracts/questions/self-description', () => {
  const { SELF_DESCRIPTION } = jest.requireActual<{ SELF_DESCRIPTION: readonly Entry[] }>(
    '@flint/contracts/questions/self-description',
  );
  const { withAdded } = jest.requireActual<typeof import('@flint/contracts/questions/testing/added-entries')>(
    '@flint/contracts/questions/testing/added-entries',
  );
  return { SELF_DESCRIPTION: withAdded(SELF_DESCRIPTION) };
});

jest.mock('@flint/contracts/routes/offer-fields', () => {
  const z = jest.requireActual<typeof import('zod/mini')>('zod/mini');
  const actual = jest.requireActual<typeof import('@flint/contracts/routes/offer-fields')>(
    '@flint/contracts/routes/offer-fields',
  );
  const { both, sender, recipient } = actual.OFFER_FIELDS;
  return {
    ...actual,
    OFFER_FIELDS: {
      both: { ...both, weather: z.nullable(z.enum(['sun', 'rain'])), meetBy: z.optional(z.iso.datetime()) },
      sender: { ...sender, hint: z.optional(z.string()) },
      recipient: { ...recipient, thanks: z.optional(z.string()) },
    },
  };
});

const clock = fixedClock('2027-03-02T17:00:00Z');
const server = useTestServer({ clock });

const ANSWERS: Readonly<
  Record<string, readonly [answer: unknown, reason: string | null, french: string | null]>
> = {
  new_table: ['one', 'new_table: number one', 'new_table, numéro un'],
  new_rank: ['two', 'new_rank: number two', 'new_rank, numéro deux'],
  new_near: ['one', 'new_near: number one', 'new_near, numéro un'],
  new_list: [['one', 'two'], 'new_list: number one and number two', 'new_list, numéro un et numéro deux'],
  new_wish: [['two'], null, null],
  new_value: ['honesty', null, null],
  new_niggles: [['two'], null, null],
  new_levels: [{ volume: 5 }, 'new_levels: both high', 'new_levels, haut'],
  new_outing: [{ values: ['kite'] }, null, null],
  new_essay: ['Kites.', null, null],
};

const NONE = Object.fromEntries([...Object.keys(ANSWERS), 'new_firm'].map((id) => [id, null]));

let ann: TestStudent;
let ben: TestStudent;
beforeAll(async () => ([ann, ben] = (await joinTwo(server)) as [TestStudent, TestStudent]));

/** What Ann sees after both gave these answers alone: the only person on her list, in both languages. */
async function shown(mine: object, theirs: object) {
  for (const [student, given] of [
    [ann, mine],
    [ben, theirs],
  ] as const) {
    const answers = { ...NONE, ...given };
    expect((await student.call('PATCH /profile', { answers })).status).toBe(200);
  }
  await newRound(server);
  const list = async (language: string) =>
    (await ann.call('GET /matches', undefined, { 'Accept-Language': language })).body.items;
  return { items: await list('en'), french: await list('fr') };
}

describe('an entry added to a section', () => {
  it.each(Object.entries(ANSWERS))(
    '%s - without another edit - is scored, and explained in both languages',
    async (id, [answer, reason, french]) => {
      const both = { [id]: answer };
      const { items, french: inFrench } = await shown(both, both);
      expect(items[0].reasons).toEqual(reason ? [reason] : []);
      expect(inFrench[0].reasons).toEqual(french ? [french] : []);
    },
  );

  it('of every kind - is stored and exported; outside of its options or limits - is refused by its question', async () => {
    const answers = Object.fromEntries(Object.entries(ANSWERS).map(([id, [answer]]) => [id, answer]));
    expect((await ann.call('PATCH /profile', { answers })).status).toBe(200);
    const record = JSON.stringify((await ann.call('GET /account/export')).body);
    for (const answer of Object.values(answers)) expect(record).toContain(JSON.stringify(answer));
    for (const wrong of [
      { new_table: 'three' },
      { new_list: ['one', 'one'] },
      { new_levels: { volume: 6 } },
      { new_essay: 'x'.repeat(21) },
    ]) {
      const { status, body } = await ann.call('PATCH /profile', { answers: wrong });
      const question = expect.stringContaining(`/${Object.keys(wrong)[0]}`) as unknown;
      expect([status, JSON.stringify(body)]).toEqual([422, question]);
    }
  });

  it('a wish - about another new question - is a reason for the student who has it', async () => {
    const { items } = await shown({ new_wish: ['two'] }, { new_list: ['two'] });
    expect(items[0].reasons).toEqual(['new_wish: number two']);
  });

  it('an activity - that both picked - is suggested with its kind of place', async () => {
    const both = { new_outing: { values: ['kite'] } };
    expect((await shown(both, both)).items[0].suggestedActivities).toEqual([
      { activity: 'Fly a kite', location: null, kinds: ['park_outdoors'] },
    ]);
  });

  it('a firm no - of either - keeps the two apart; without it they meet', async () => {
    expect((await shown({ new_firm: { values: ['one'] } }, { new_list: ['two'] })).items).toHaveLength(1);
    expect((await shown({ new_firm: { values: ['one'] } }, { new_list: ['one'] })).items).toEqual([]);
    expect((await shown({ new_list: ['one'] }, { new_firm: { values: ['one'] } })).items).toEqual([]);
  });
});

const MEET_BY = '2027-03-04T13:45:00.000Z';
const SAID = { weather: 'sun', meetBy: MEET_BY, hint: 'Red scarf', thanks: 'With pleasure' };

describe('a field added to the declaration of an offer', () => {
  it('of each kind - without another edit - is stored, answered, exported, and erased with its writer', async () => {
    const [ann, ben] = await pair(server);
    const offer = {
      toUserId: ben.id,
      proposedDate: '2027-03-04T14:00:00.000Z',
      location: 'x',
      activity: 'y',
    };
    const { id, weather } = (await ann.call('POST /offers', offer)).body;
    expect(weather).toBeNull();
    const stored = async () => (await threads(server.deps.db).findById(id).lean())!.rounds[0];
    expect(await stored()).toMatchObject({ weather: null, meetBy: null, hint: null, thanks: null });

    // mongoose drops a field that its schema does not know
    const $set = Object.fromEntries(Object.entries(SAID).map(([name, value]) => [`rounds.0.${name}`, value]));
    await threads(server.deps.db).updateOne({ _id: id }, { $set });
    expect(await stored()).toMatchObject({ ...SAID, meetBy: new Date(MEET_BY) });
    expect((await ben.call('GET /offers')).body.items).toMatchObject([SAID]);
    await ben.call(`POST /offers/${id}/respond`, { offerId: id, action: 'accept' });
    expect(await offers.exportUser!(ann.id, server.deps)).toMatchObject([{ direction: 'sent', ...SAID }]);
    expect(await offers.exportUser!(ben.id, server.deps)).toMatchObject([{ direction: 'received', ...SAID }]);

    await offers.eraseUser!(ben.id, server.deps);
    const { thanks: _, ...kept } = SAID;
    const [left] = (await ann.call('GET /offers')).body.items;
    expect(left).toMatchObject(kept);
    expect(left).not.toHaveProperty('thanks');
  });
});
