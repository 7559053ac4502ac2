import { API_BASE, ROUTES, type Route } from '@flint/contracts';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { enrol, newRound, pair } from '../../src/resources/offers/testing/campus';
import { addressOf, asStudent, send } from './api';

jest.setTimeout(120_000);

const NOON = '2027-03-02T17:00:00Z';
/** An hour later: signals may be sent. */
const SOON = '2027-03-02T18:00:00Z';
const JUST_AFTER = '2027-03-02T21:00:00Z';
const DAY_AFTER = '2027-03-03T21:00:00Z';

const clock = fixedClock(NOON);
let server: TestServer;
let ann: TestStudent;
let ben: TestStudent;

/** What Ben told or proposed, by words that stand nowhere else. */
const SECRETS = {
  place: 'Owl Lantern Hall',
  signal: 'ten_minutes_late',
  note: 'Rust scarf by the window',
} as const;
type Kind = keyof typeof SECRETS;

beforeAll(async () => {
  server = await startTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  clock.set(NOON);
  await newRound(server);
  [ann, ben] = await pair(server);
});

/** An offer of Ben's to Ann. */
async function asked(): Promise<string> {
  const sent = { toUserId: ann.id, proposedDate: SOON, location: SECRETS.place, activity: 'Coffee' };
  const { status, body } = await ben.call('POST /offers', sent);
  expect(status).toBe(201);
  return body.id;
}
const respond = (id: string, action: string) =>
  ann.call(`POST /offers/${id}/respond`, { offerId: id, action });
/** Agreed, and Ben has written his line and sent a signal. */
async function told(): Promise<string> {
  const id = await asked();
  const answers = [
    await respond(id, 'accept'),
    await ben.call(`PUT /offers/${id}/date/line`, { line: SECRETS.note }),
    await ben.call(`POST /offers/${id}/date/signals`, { kind: SECRETS.signal }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  return id;
}

const READS: readonly Route[] = Object.values(ROUTES).filter(
  ({ auth, method, name }) => auth === 'user' && method === 'GET' && name !== 'exportAccount',
);

/** Which of the three these routes tell this student, with the offer's own id guessed right. */
async function seenBy(who: TestStudent, offerId: string, routes = READS): Promise<readonly Kind[]> {
  const answers = await Promise.all(
    routes.map((route) =>
      send(server.url, 'GET', addressOf(route, { offerId, userId: ben.id }), { headers: asStudent(who) }),
    ),
  );
  const text = answers.map((each) => each.text).join('\n');
  return (Object.keys(SECRETS) as Kind[]).filter((kind) => text.includes(SECRETS[kind]));
}

/** Whose eyes, what happened, and what they see then. */
const TABLE: readonly (readonly [string, () => Promise<readonly [TestStudent, string]>, readonly Kind[]])[] =
  [
    ['who is asked', async () => [ann, await asked()], ['place']],
    ['who agreed', async () => [ann, await told()], ['place', 'signal', 'note']],
    [
      'a stranger',
      async () => {
        const id = await told();
        return [await enrol(server, { name: 'Cid', gender: 'man', seeks: ['women', 'men'] }), id];
      },
      [],
    ],
    [
      'blocked by them',
      async () => {
        const id = await told();
        await ben.call('POST /blocks', { userId: ann.id });
        return [ann, id];
      },
      [],
    ],
    [
      'who blocked them',
      async () => {
        const id = await told();
        await ann.call('POST /blocks', { userId: ben.id });
        return [ann, id];
      },
      [],
    ],
    [
      'blocked by them after the date',
      async () => {
        const id = await told();
        clock.set(JUST_AFTER);
        await ben.call('POST /blocks', { userId: ann.id });
        return [ann, id];
      },
      [],
    ],
    [
      'who declined',
      async () => {
        const id = await asked();
        await respond(id, 'decline');
        return [ann, id];
      },
      ['place'],
    ],
    [
      'a former partner, who called the date off',
      async () => {
        const id = await told();
        await ann.call(`POST /offers/${id}/cancel`);
        return [ann, id];
      },
      ['place'],
    ],
    [
      'a former partner, whose date was called off',
      async () => {
        const id = await told();
        await ben.call(`POST /offers/${id}/cancel`);
        return [ann, id];
      },
      ['place'],
    ],
    [
      'a former partner, at the date they have with somebody else',
      async () => {
        await ann.call(`POST /offers/${await told()}/cancel`);
        const dee = await enrol(server, { name: 'Dee' });
        const sent = { toUserId: dee.id, proposedDate: SOON, location: 'Elsewhere', activity: 'Tea' };
        const { id } = (await ben.call('POST /offers', sent)).body;
        await dee.call(`POST /offers/${id}/respond`, { offerId: id, action: 'accept' });
        await ben.call(`PUT /offers/${id}/date/line`, { line: SECRETS.note });
        await ben.call(`POST /offers/${id}/date/signals`, { kind: SECRETS.signal });
        return [ann, id];
      },
      ['place'],
    ],
    [
      'who met them, just after the date',
      async () => {
        const id = await told();
        clock.set(JUST_AFTER);
        return [ann, id];
      },
      ['place', 'signal', 'note'],
    ],
    [
      'who met them, a day after the date',
      async () => {
        const id = await told();
        clock.set(DAY_AFTER);
        return [ann, id];
      },
      ['place'],
    ],
    [
      'the partner of somebody who left',
      async () => {
        const id = await told();
        await ben.call('DELETE /account');
        return [ann, id];
      },
      [],
    ],
    [
      'who left',
      async () => {
        const id = await told();
        await ann.call('DELETE /account');
        return [ann, id];
      },
      [],
    ],
    [
      'who left and came back with the same address',
      async () => {
        const id = await told();
        await ann.call('DELETE /account');
        return [await enrol(server, { email: ann.email }), id];
      },
      [],
    ],
  ];

describe('who sees the place, the signals and the note of a date - the table of privacy', () => {
  it.each(TABLE)('%s - sees what the table says, at every address there is', async (_who, begin, seen) => {
    const [who, id] = await begin();
    expect(await seenBy(who, id)).toEqual(seen);
    // the copy of one's own data has the offers one was sent; never what the other one told about a date
    for (const kind of await seenBy(who, id, [ROUTES.exportAccount])) expect(kind).toBe('place');
  });

  it('a day after, and after either left - nothing of note and signals is in the database', async () => {
    const held = () => server.deps.db.collection('offer_date_notes').countDocuments({ userId: ben.id });
    await told();
    expect(await held()).toBe(1);
    await ann.call('DELETE /account');
    expect(await held()).toBe(0);
  });

  it('who looks - is asked at every route that reads, the page of a date among them', () => {
    const paths = READS.map((route) => addressOf(route, { offerId: 'x' }));
    expect(paths).toEqual(expect.arrayContaining([`${API_BASE}/offers`, `${API_BASE}/offers/x/date`]));
  });
});
