import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { newRound, sharedPair } from '../offers/testing/campus';
import { profiles } from './profile.model';
import { profile } from './profile.resource';

const NOON = '2027-03-02T17:00:00Z';
let ann: TestStudent;
let ben: TestStudent;

const ANSWERS = {
  pronouns: { value: 'other', other: 'xe/xem' },
  academic_info: 'year_3',
  major_program: 'nursing',
  hobbies_interests: { values: ['hiking', 'climbing'], other: 'Fencing' },
  height_feet_inches: { feet: 5, inches: 9 },
  intent: 'open_to_exploring',
};

const server = useTestServer({ clock: fixedClock(NOON) });
const takePair = sharedPair(server);
beforeEach(async () => {
  [ann, ben] = await takePair();
  await profiles(server.deps.db).updateOne({ _id: ben.id }, { $unset: { shown: true } });
  const { status, body } = await ben.call('PATCH /profile', { answers: ANSWERS });
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
});

/** All choices at once, as remotes of the former release send them. */
const choose = (shown: unknown, who = ben) => who.call('PUT /profile/card', { shown });
const turn = (id: string, isShown: boolean) => ben.call('PUT /profile/card', { id, isShown });
/** What Ann's list currently shows of Ben, apart from the parts fixed by the round. */
async function seen(headers: Record<string, string> = {}) {
  const { items } = (await ann.call('GET /matches', undefined, headers)).body;
  const { age, pronouns, year, program, about } = items.find(({ userId }: any) => userId === ben.id);
  return { age, pronouns, year, program, about };
}

describe('a card as others see it', () => {
  it('before any choice - shows the default: age, pronouns, year and program', async () => {
    const { items, name, photoUrls } = (await ben.call('GET /profile/card')).body;
    expect({ name, photoUrls }).toEqual({ name: 'Ben', photoUrls: [] });
    expect(Object.fromEntries(items.map((each: any) => [each.id, each.label]))).toEqual({
      age: 'Age',
      pronouns: 'Pronouns',
      academic_info: 'Year',
      major_program: 'Program',
      intent: 'Looking for',
      hobbies_interests: 'Interests',
      personality_type: 'Personality',
      relationship_strengths_self: 'Strengths',
      social_preferences_self: 'Social life',
      green_flags_self: 'Friends say',
      height_feet_inches: 'Height',
    });
    expect(items.filter((each: any) => each.isShown).map((each: any) => [each.label, each.values])).toEqual([
      ['Age', ['22']],
      ['Pronouns', ['xe/xem']],
      ['Year', ['3rd Year']],
      ['Program', ['Nursing']],
    ]);
    expect(await seen()).toEqual({
      age: 22,
      pronouns: 'xe/xem',
      year: '3rd Year',
      program: 'Nursing',
      about: [],
    });
  });

  it('after a choice - shows exactly that, at once, in lists, offers and the export, and after the next round', async () => {
    const chosen = await choose(['hobbies_interests', 'height_feet_inches', 'pronouns']);
    expect(chosen.status).toBe(200);
    const shown = chosen.body.items.filter((each: any) => each.isShown);
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([
      'pronouns',
      'hobbies_interests',
      'height_feet_inches',
    ]);
    const expected = {
      age: null,
      pronouns: 'xe/xem',
      year: null,
      program: null,
      about: [
        { label: 'Interests', values: ['Climbing or bouldering', 'Hiking and camping', 'Fencing'] },
        { label: 'Height', values: ['5 ft 9 in'] },
      ],
    };
    expect(await seen()).toEqual(expected);
    await newRound(server);
    expect(await seen()).toEqual(expected);
    expect((await ann.invite(ben)).body.toUser).toMatchObject({ name: 'Ben', age: null });
    expect(await profile.exportUser!(ben.id, server.deps)).toMatchObject({
      shown: ['hobbies_interests', 'height_feet_inches', 'pronouns'],
    });
  });

  it('an empty choice - shows only name and photos; a missing answer shows nothing', async () => {
    await choose([]);
    expect(await seen()).toEqual({ age: null, pronouns: null, year: null, program: null, about: [] });
    await choose(['personality_type', 'relationship_strengths_self']);
    expect(await seen()).toEqual({ age: null, pronouns: null, year: null, program: null, about: [] });
  });

  it('after one choice on each of three devices - is changed by each, in what it names', async () => {
    await Promise.all([turn('age', false), turn('intent', true), turn('pronouns', false)]);
    const { items } = (await turn('age', false)).body;
    expect(items.filter((each: any) => each.isShown).map((each: any) => each.id)).toEqual([
      'academic_info',
      'major_program',
      'intent',
    ]);
    expect(await seen()).toMatchObject({ age: null, pronouns: null, year: '3rd Year' });
  });

  it('in French - is in French', async () => {
    await choose(['height_feet_inches', 'intent']);
    const { about } = await seen({ 'accept-language': 'fr-CA' });
    expect(about).toEqual([
      { label: 'Recherche', values: [expect.stringMatching(/./)] },
      { label: 'Taille', values: ['5 pi 9 po'] },
    ]);
  });
});

describe('an invalid choice', () => {
  it('of what cannot be shown, of too much, or of nothing - is refused with 400, and nothing changes', async () => {
    const before = await seen();
    const rows = [
      ['an answer that cannot be shown', { shown: ['religion'] }],
      ['one that cannot be shown', { id: 'religion', isShown: true }],
      ['a firm no', { shown: ['lifestyle_dealbreakers'] }],
      ['the date of birth', { shown: ['bundle_intro'] }],
      ['more than there is', { shown: Array.from({ length: 12 }, () => 'age') }],
      ['nothing', {}],
    ] as const;
    for (const [what, sent] of rows) {
      const { body } = await ben.call('PUT /profile/card', sent);
      expect([what, body]).toMatchObject([what, { status: 400, code: 'validation_failed' }]);
    }
    expect(await seen()).toEqual(before);
  });

  it('without a profile - both answer 404 and create none', async () => {
    const eve = await server.signIn();
    expect((await eve.call('GET /profile/card')).body.code).toBe('not_found');
    expect((await choose(['age'], eve)).body.code).toBe('not_found');
    expect((await eve.call('GET /profile')).status).toBe(404);
  });
});
