import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong } from '@flint/testing/long';
import fc from 'fast-check';

const server = useTestServer();
let ann: TestStudent;
beforeEach(async () => {
  ann = await server.signIn();
});

const patch = (answers: object, madeFrom?: object) => ann.call('PATCH /profile', { answers, madeFrom });
const answersOf = async () => (await ann.call('GET /profile')).body.answers;

describe('answers made from others', () => {
  it('of two devices, to different questions - keeps both', async () => {
    await patch({ intent: 'casual_dating', lifestyle_balance: 'even' });
    const before = await answersOf();
    await patch({ intent: 'activity_buddy' }, { intent: before.intent });
    const second = await patch({ lifestyle_balance: null }, { lifestyle_balance: before.lifestyle_balance });
    expect([second.status, second.body.answers]).toEqual([200, { intent: 'activity_buddy' }]);
  });

  it('of two devices, to one question - is refused with the stored answer, and stores nothing of the request', async () => {
    await patch({ intent: 'casual_dating' });
    await patch({ intent: 'activity_buddy' }, { intent: 'casual_dating' });
    const refused = await patch(
      { intent: 'open_to_exploring', lifestyle_balance: 'even' },
      { intent: 'casual_dating' },
    );
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'answers_changed',
      changed: { intent: 'activity_buddy' },
    });
    expect(Object.keys(refused.body.changed)).toEqual(['intent']);
    expect(await answersOf()).toEqual({ intent: 'activity_buddy' });
  });

  it('removed on one device, changed on the other - is refused with null', async () => {
    await patch({ intent: 'casual_dating' });
    await patch({ intent: null }, { intent: 'casual_dating' });
    const refused = await patch({ intent: 'activity_buddy' }, { intent: 'casual_dating' });
    expect([refused.status, refused.body.changed]).toEqual([409, { intent: null }]);
  });

  it('sent again, with the members in another order - is a success and changes nothing', async () => {
    const height = { feet: 5, inches: 4 };
    await patch({ height_feet_inches: height }, {});
    await patch(
      { height_feet_inches: { feet: 6, inches: 1 } },
      { height_feet_inches: { inches: 4, feet: 5 } },
    );
    const again = await patch({ height_feet_inches: { inches: 1, feet: 6 } }, { height_feet_inches: height });
    expect(again.status).toBe(200);
    expect(await answersOf()).toEqual({ height_feet_inches: { feet: 6, inches: 1 } });
  });

  it('ten at once to one question - stores exactly one, and refuses the others with it', async () => {
    await patch({ height_feet_inches: { feet: 4, inches: 0 } });
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, inches) =>
        patch({ height_feet_inches: { feet: 5, inches } }, { height_feet_inches: { feet: 4, inches: 0 } }),
      ),
    );
    const { height_feet_inches: stored } = await answersOf();
    expect(
      all.filter(({ status }) => status === 200).map(({ body }) => body.answers.height_feet_inches),
    ).toEqual([stored]);
    for (const { body } of all.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({ code: 'answers_changed', changed: { height_feet_inches: stored } });
  });

  it('ten at once to different questions, before there is a profile - stores all', async () => {
    const answers = {
      intent: 'casual_dating',
      ideal_core_value: 'honesty',
      lifestyle_balance: 'even',
      ideal_relationship_timeline: 'date_by_date',
    };
    const all = await Promise.all(Object.entries(answers).map(([id, value]) => patch({ [id]: value }, {})));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await answersOf()).toEqual(answers);
  });

  it('of two devices in any order - each is stored, or refused with the stored one', async () => {
    const height = fc.option(fc.record({ feet: fc.integer({ min: 4, max: 5 }), inches: fc.nat(1) }), {
      nil: null,
    });
    await fc.assert(
      fc.asyncProperty(height, height, height, async (before, one, two) => {
        const send = (mine: object | null, from?: object | null) =>
          patch({ height_feet_inches: mine }, from === undefined ? undefined : { height_feet_inches: from });
        const now = async () => (await answersOf()).height_feet_inches ?? null;
        await send(before);
        expect((await send(one, before)).status).toBe(200);
        const second = await send(two, before);
        const isFree = [before, two].some((value) => JSON.stringify(value) === JSON.stringify(one));
        expect(second.status).toBe(isFree ? 200 : 409);
        expect(await now()).toEqual(isFree ? two : one);
        if (!isFree) expect(second.body.changed).toEqual({ height_feet_inches: one });
      }),
      { numRuns: isLong ? 30 : 12 },
    );
  });
});
