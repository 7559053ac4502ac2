import { ROUTES, type Route } from '@flint/contracts';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { forbiddenInSchema, leaksIn } from '@flint/testing/privacy';
import * as z from 'zod/mini';
import { buildAnswers } from '../../seed/answers';
import { createRandom } from '../../seed/random';
import { introduce } from './matches/testing/rounds';
import { generatedCall } from './testing/generated-call';

const clock = fixedClock('2027-03-02T12:00:00Z');
const PLANTED = 'Zebulon-Planted-7731';
const OPEN = { age_preference: [18, 30] as const, lifestyle_dealbreakers: { values: ['none'] } };

const server = useTestServer({ clock });

/** A student with every question answered, and the text `secret` in every free-text field. */
async function student(name: string, gender: 'man' | 'woman', secret: string): Promise<TestStudent> {
  const who = await server.signIn();
  const seeks = gender === 'man' ? 'women' : 'men';
  const answers: Record<string, unknown> = buildAnswers(createRandom(name.charCodeAt(0)), name, clock.now(), {
    ...OPEN,
    gender_identity: gender,
    pronouns: 'they_them',
    seeking_genders: { values: [seeks] },
    religion: { value: 'other', other: secret },
  });
  for (const question of QUESTIONS) if (question.type === 'email') delete answers[question.id];
  const { status, body } = await who.call('PATCH /profile', { answers });
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return who;
}

const ALL: readonly Route[] = Object.values(ROUTES);

describe('responses about other people', () => {
  it('every route - by its response schema - contains no field of another person’s record', () => {
    const found = ALL.map(({ name, path, response }) => {
      const schema = response ? z.toJSONSchema(response, { unrepresentable: 'any' }) : {};
      return [name, forbiddenInSchema(path, schema)];
    });
    expect(found).toEqual(ALL.map(({ name }) => [name, []]));
  });

  it('every route - called by a match with an open offer - reveals no answer, address, birth date or place of the other', async () => {
    const ann = await student('Ann', 'woman', 'Anns-Own-Text');
    const ben = await student('Ben', 'man', PLANTED);
    const born = (await ben.call('GET /profile')).body.answers.bundle_intro.date_of_birth as string;
    await introduce(server, ann, ben);
    const instant = server.inHours(30);
    const offer = await ben.invite(ann);
    expect(offer.status).toBe(201);
    expect((await ann.respond(offer.body.id, 'accept')).status).toBe(200);
    const names = { userId: ben.id, id: offer.body.id as string, instant };
    // routes that end a date or an account come last
    const last = ['deleteAccount', 'createBlock', 'cancelOffer', 'reportOffer', 'reportPerson'];
    const ordered = ALL.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name) || 0);
    const answered: Record<string, number> = {};
    for (const route of [...ordered.filter(({ name }) => name !== 'deleteAccount'), ROUTES.deleteAccount]) {
      const [at, body] = generatedCall(route, names);
      const { status, body: text } = await ann.call(at, body);
      answered[route.name] = status;
      expect(`${route.name} ${JSON.stringify(text)}`).not.toContain(PLANTED);
      expect(`${route.name} ${JSON.stringify(text)}`).not.toContain(born);
    }
    expect(Object.keys(answered)).toHaveLength(ALL.length);
    expect(Object.entries(answered).filter(([, status]) => status === 500)).toEqual([]);
    const working = Object.values(answered).filter((status) => status < 300).length;
    expect(working).toBeGreaterThan(ALL.length / 2);
  });
});

describe('the check of every response', () => {
  const viewer = { email: 'ann@campus.edu' };

  it('for what no answer may show - finds it, and leaves the student’s own answers and address', () => {
    const shown = {
      'a question id': { items: [{ religion: 'sikh' }] },
      'a stored address': { email: 'ann@campus.edu' },
      'somebody else’s address in a text': { items: [{ text: 'write to ben@campus.edu' }] },
      'a birth date': { born: '2004-01-15' },
      'a precise place': { place: { latitude: 44.2 } },
      'a database field': { _id: 'x' },
    };
    for (const [what, body] of Object.entries(shown))
      expect([what, leaksIn('/matches', body, viewer)]).toEqual([what, [expect.anything()]]);
    const own = { email: 'ann@campus.edu', answers: { religion: 'sikh' } };
    expect(leaksIn('/profile', own, viewer)).toEqual([]);
  });
});
