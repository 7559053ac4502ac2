import { isEnoughForAList } from '@flint/contracts/questions/matchable';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
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
