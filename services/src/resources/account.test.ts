import { startTestServer } from '@flint/testing';
import { createRandom } from '../../seed/random';
import { seedStudent } from '../../seed/student';

const PLANTED = ['Zebulon Quist', 'zq-own-words'];

describe('the account', () => {
  it('DELETE - with a whole profile - leaves no trace of name, address or id in any collection', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn('planted.address@campus.edu');
    await ann.call('PATCH /profile', {
      answers: {
        bundle_intro: { display_name: PLANTED[0], date_of_birth: '2001-01-01' },
        gender_identity: { value: 'other', other: PLANTED[1] },
      },
    });
    await ann.call('POST /availability', {
      utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 12 }],
      timezone: 'UTC',
      lastUpdated: '2026-01-01T00:00:00Z',
    });
    expect((await ann.call('DELETE /account')).status).toBe(204);
    const left: string[] = [];
    for (const { name } of await server.deps.db.db!.listCollections().toArray()) {
      for (const document of await server.deps.db.db!.collection(name).find().toArray()) {
        const text = JSON.stringify(document);
        if ([...PLANTED, ann.email, ann.id].some((value) => text.includes(value)))
          left.push(`${name}: ${text}`);
      }
    }
    expect(left).toEqual([]);
    expect((await ann.call('DELETE /account')).status).toBeLessThan(500);
  });

  it('GET /account/export - answers what is held, by resource', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers: { intent: 'casual_dating' } });
    const { body } = await ann.call('GET /account/export');
    expect(body.data.profile).toMatchObject({ id: ann.id, answers: { intent: 'casual_dating' } });
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining(['profile', 'offers', 'availability', 'photos']),
    );
  });

  it('both - without a session - answer 401', async () => {
    await using server = await startTestServer();
    expect((await server.call('DELETE /account')).status).toBe(401);
    expect((await server.call('GET /account/export')).status).toBe(401);
  });
});

describe('GET /matches', () => {
  const HER = {
    gender_identity: 'woman',
    seeking_genders: { values: ['men'] },
    age_preference: [18, 30],
    lifestyle_dealbreakers: { values: ['none'] },
  } as const;
  const HIM = { ...HER, gender_identity: 'man', seeking_genders: { values: ['women'] } } as const;

  async function campus() {
    const server = await startTestServer();
    const random = createRandom(5);
    const ann = await server.signIn();
    const wish = { answered: 1, photos: 0, week: true };
    for (const name of ['Ben', 'Cal', 'Dov'])
      await seedStudent(server.deps, random, {
        ...wish,
        email: `${name}@campus.edu`.toLowerCase(),
        name,
        fixed: HIM,
      });
    await seedStudent(server.deps, random, { ...wish, email: 'eve@campus.edu', name: 'Eve', fixed: HER });
    return {
      server,
      ann,
      names: async () =>
        ((await ann.call('GET /matches')).body.items as { name: string }[]).map(({ name }) => name).sort(),
    };
  }

  it('without the needed answers - lists nobody - and names what is missing', async () => {
    const { server, ann } = await campus();
    await using _server = server;
    const { body } = await ann.call('GET /matches');
    expect(body).toMatchObject({
      items: [],
      missing: ['bundle_intro', 'gender_identity', 'seeking_genders'],
    });
  });

  it('with them - lists who fits both ways, with reasons and times, and no private key', async () => {
    const { server, ann, names } = await campus();
    await using _server = server;
    await ann.call('PATCH /profile', {
      answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2004-01-01' }, ...HER },
    });
    expect(await names()).toEqual(['Ben', 'Cal', 'Dov']);
    const text = JSON.stringify((await ann.call('GET /matches')).body);
    expect(text).not.toMatch(/@|date_of_birth|answers|ethnicity|religion|red_flags|compatibility|order/);
  });

  it("'not for me' and a block - take a person off the list at once", async () => {
    const { server, ann, names } = await campus();
    await using _server = server;
    await ann.call('PATCH /profile', {
      answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2004-01-01' }, ...HER },
    });
    const { items } = (await ann.call('GET /matches')).body as { items: { userId: string; name: string }[] };
    expect((await ann.call(`POST /matches/${items[0]!.userId}/hide`)).status).toBe(204);
    expect((await ann.call('POST /blocks', { userId: items[1]!.userId })).status).toBe(201);
    expect(await names()).toEqual([items[2]!.name]);
    expect((await ann.call('POST /matches/00000000-0000-4000-8000-000000000000/hide')).status).toBe(404);
  });

  it('changing whom one looks for - takes effect the next day, so that nobody can be probed', async () => {
    const { server, ann, names } = await campus();
    await using _server = server;
    await ann.call('PATCH /profile', {
      answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2004-01-01' }, ...HER },
    });
    const before = await names();
    await ann.call('PATCH /profile', { answers: { seeking_genders: { values: ['women'] } } });
    expect(await names()).toEqual(before);
  });
});
