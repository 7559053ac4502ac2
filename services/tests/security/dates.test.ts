import { API_BASE, ROUTES, type Route } from '@flint/contracts';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { enrol, forgetMeetings, newRound, sharedPair } from '../../src/resources/offers/testing/campus';
import { addressOf, asStudent, send } from './api';

jest.setTimeout(120_000);

const NOON = '2027-03-02T17:00:00Z';
/** An hour later, when signals may be sent. */
const SOON = '2027-03-02T18:00:00Z';
const JUST_AFTER = '2027-03-02T21:00:00Z';
const DAY_AFTER = '2027-03-03T21:00:00Z';

const clock = fixedClock(NOON);
let ann: TestStudent;
let ben: TestStudent;

/** Ben's texts and proposals, in words that occur nowhere else. */
const SECRETS = {
  place: 'Owl Lantern Hall',
  signal: 'ten_minutes_late',
  note: 'Rust scarf by the window',
} as const;
type Kind = keyof typeof SECRETS;

const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
const takePair = sharedPair(server);
beforeAll(() => newRound(server));
beforeEach(async () => {
  // on the same day: no other round
  clock.set(NOON);
  [ann, ben] = await takePair();
  // one account may export itself ten times an hour
  await forgetMeetings(server, ['rate_counts']);
});

/** An offer from Ben to Ann. */
async function asked(): Promise<string> {
  const { status, body } = await ben.invite(ann, { proposedDate: SOON, location: SECRETS.place });
  expect(status).toBe(201);
  return body.id;
}
/** Ben writes a line and sends a signal. */
const tell = async (id: string) => [
  await ben.call(`PUT /offers/${id}/date/line`, { line: SECRETS.note }),
  await ben.call(`POST /offers/${id}/date/signals`, { kind: SECRETS.signal }),
];
/** An agreed date about which Ben told. */
async function told(): Promise<string> {
  const id = await asked();
  const answers = [await ann.respond(id, 'accept'), ...(await tell(id))];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  return id;
}

const READS: readonly Route[] = Object.values(ROUTES).filter(
  ({ auth, method, name }) => auth === 'user' && method === 'GET' && name !== 'exportAccount',
);

/** Which of the three secrets these routes show this student, given the correct offer id. */
async function seenBy(who: TestStudent, offerId: string, routes = READS): Promise<readonly Kind[]> {
  const answers = await Promise.all(
    routes.map((route) =>
      send(server.url, 'GET', addressOf(route, { offerId, userId: ben.id }), { headers: asStudent(who) }),
    ),
  );
  expect(answers.map(({ status }) => status)).not.toContain(429);
  const text = answers.map((each) => each.text).join('\n');
  return (Object.keys(SECRETS) as Kind[]).filter((kind) => text.includes(SECRETS[kind]));
}

type Scene = () => Promise<readonly [viewer: TestStudent, offerId: string]>;
/** What Ann sees of an agreed date after something happened. */
const annAfter =
  (happens: (id: string) => unknown): Scene =>
  async () => {
    const id = await told();
    await happens(id);
    return [ann, id];
  };
const block = (by: TestStudent, who: TestStudent) => by.call('POST /blocks', { userId: who.id });

const ALL: readonly Kind[] = ['place', 'signal', 'note'];
/** The viewer, what happened, and what the viewer sees then. */
const TABLE: readonly (readonly [string, Scene, readonly Kind[]])[] = [
  ['who is asked', async () => [ann, await asked()], ['place']],
  ['who agreed', annAfter(() => undefined), ALL],
  [
    'a stranger',
    async () => {
      const id = await told();
      return [await enrol(server, { name: 'Cid', gender: 'man', seeks: ['women', 'men'] }), id];
    },
    [],
  ],
  ['blocked by them', annAfter(() => block(ben, ann)), ['place']],
  ['who blocked them', annAfter(() => block(ann, ben)), []],
  [
    'blocked by them after the date',
    annAfter(() => {
      clock.set(JUST_AFTER);
      return block(ben, ann);
    }),
    ALL,
  ],
  [
    'who declined',
    async () => {
      const id = await asked();
      await ann.respond(id, 'decline');
      return [ann, id];
    },
    ['place'],
  ],
  [
    'a former partner, who called the date off',
    annAfter((id) => ann.call(`POST /offers/${id}/cancel`)),
    ['place'],
  ],
  [
    'a former partner, whose date was called off',
    annAfter((id) => ben.call(`POST /offers/${id}/cancel`)),
    ['place'],
  ],
  [
    'a former partner, at the date they have with somebody else',
    async () => {
      await ann.call(`POST /offers/${await told()}/cancel`);
      const dee = await enrol(server, { name: 'Dee' });
      const { id } = (await ben.invite(dee, { proposedDate: SOON, location: 'Elsewhere' })).body;
      await dee.respond(id, 'accept');
      await tell(id);
      return [ann, id];
    },
    ['place'],
  ],
  ['who met them, just after the date', annAfter(() => clock.set(JUST_AFTER)), ALL],
  ['who met them, a day after the date', annAfter(() => clock.set(DAY_AFTER)), ['place']],
  ['the partner of somebody who left', annAfter(() => ben.call('DELETE /account')), []],
  ['who left', annAfter(() => ann.call('DELETE /account')), []],
  [
    'who left and returned with the same address',
    async () => {
      const id = await told();
      await ann.call('DELETE /account');
      return [await enrol(server, { email: ann.email }), id];
    },
    [],
  ],
];

describe('who sees the place, the signals and the note of a date', () => {
  it.each(TABLE)('%s - sees the content listed in the table, at every address', async (_who, begin, seen) => {
    const [who, id] = await begin();
    expect(await seenBy(who, id)).toEqual(seen);
    // the export includes received offers, but never what the other student wrote about a date
    for (const kind of await seenBy(who, id, [ROUTES.exportAccount])) expect(kind).toBe('place');
  });

  it('a day after, and after either left - no note or signal is in the database', async () => {
    const held = () => server.deps.db.collection('offer_date_notes').countDocuments({ userId: ben.id });
    await told();
    expect(await held()).toBe(1);
    await ann.call('DELETE /account');
    expect(await held()).toBe(0);
  });

  it('each viewer - is tried at every route that reads, the page of a date included', () => {
    const paths = READS.map((route) => addressOf(route, { offerId: 'x' }));
    expect(paths).toEqual(expect.arrayContaining([`${API_BASE}/offers`, `${API_BASE}/offers/x/date`]));
  });
});
