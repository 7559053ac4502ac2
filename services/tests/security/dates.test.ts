import { API_BASE, ROUTES, type Route } from '@flint/contracts';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isShort } from '@flint/testing/long';
import {
  agree,
  enrol,
  forgetMeetings,
  newRound,
  sharedPair,
} from '../../src/resources/offers/testing/campus';
import { addressOf, asStudent, send } from './api';

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
const READS: readonly Route[] = Object.values(ROUTES).filter(
  ({ auth, method, name }) => auth === 'user' && method === 'GET' && name !== 'exportAccount',
);

let turn = 0;
/** Every route that reads; in the short run those of offers, and a third of the others in turn. */
function readsNow(): readonly Route[] {
  turn += 1;
  return READS.filter(({ path }, at) => !isShort || path.startsWith('/offers') || at % 3 === turn % 3);
}

/** Which of the three secrets these routes show this student, given the correct offer id. */
async function seenBy(who: TestStudent, offerId: string, routes = readsNow()): Promise<readonly Kind[]> {
  const answers = await Promise.all(
    routes.map((route) =>
      send(server.url, 'GET', addressOf(route, { offerId, userId: ben.id }), { headers: asStudent(who) }),
    ),
  );
  expect(answers.map(({ status }) => status)).not.toContain(429);
  const text = answers.map((each) => each.text).join('\n');
  return (Object.keys(SECRETS) as Kind[]).filter((kind) => text.includes(SECRETS[kind]));
}

const block = (by: TestStudent, who: TestStudent) => by.call('POST /blocks', { userId: who.id });

const ALL: readonly Kind[] = ['place', 'signal', 'note'];
/** What happens, one after the other, and what Ann, or who is returned, sees then. */
type Step = readonly [
  viewer: string,
  happens: (offerId: string) => Promise<unknown>,
  seen: readonly Kind[],
  who?: () => Promise<TestStudent>,
];
const AGREED: Step = [
  'who agreed',
  async (id) => {
    const answers = [await ann.respond(id, 'accept'), ...(await tell(id))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  },
  ALL,
];
const passUntil = (instant: string) => async () => void clock.set(instant);
const WALKS: readonly (readonly Step[])[] = [
  [
    ['who is asked', async () => undefined, ['place']],
    AGREED,
    [
      'a stranger',
      async () => undefined,
      [],
      () => enrol(server, { name: 'Cid', gender: 'man', seeks: ['women', 'men'] }),
    ],
    ['who met them, just after the date', passUntil(JUST_AFTER), ALL],
    ['blocked by them after the date', () => block(ben, ann), ALL],
  ],
  [AGREED, ['who met them, a day after the date', passUntil(DAY_AFTER), ['place']]],
  [AGREED, ['blocked by them', () => block(ben, ann), ['place']]],
  [AGREED, ['who blocked them', () => block(ann, ben), []]],
  [['who declined', (id) => ann.respond(id, 'decline'), ['place']]],
  [
    AGREED,
    ['a former partner, who called the date off', (id) => ann.call(`POST /offers/${id}/cancel`), ['place']],
    [
      'a former partner, at the date they have with somebody else',
      async () => {
        const dee = await enrol(server, { name: 'Dee' });
        const id = await agree(ben, dee, { proposedDate: SOON, location: 'Elsewhere' });
        await tell(id);
      },
      ['place'],
    ],
  ],
  [
    AGREED,
    ['a former partner, whose date was called off', (id) => ben.call(`POST /offers/${id}/cancel`), ['place']],
  ],
  [AGREED, ['the partner of somebody who left', () => ben.call('DELETE /account'), []]],
  [
    AGREED,
    ['who left', () => ann.call('DELETE /account'), []],
    [
      'who left and returned with the same address',
      async () => undefined,
      [],
      () => enrol(server, { email: ann.email }),
    ],
  ],
];

describe('who sees the place, the signals and the note of a date', () => {
  it.each(WALKS.map((steps) => [steps.map(([viewer]) => viewer).join(', then '), steps] as const))(
    '%s - sees the content listed in the table, at every address',
    async (_who, steps) => {
      const id = await asked();
      for (const [viewer, happens, seen, find = async () => ann] of steps) {
        await happens(id);
        const who = await find();
        expect([viewer, await seenBy(who, id)]).toEqual([viewer, seen]);
        // the export includes received offers, but never what the other student wrote about a date
        for (const kind of await seenBy(who, id, [ROUTES.exportAccount]))
          expect([viewer, kind]).toEqual([viewer, 'place']);
      }
    },
  );

  it('a day after, and after either left - no note or signal is in the database', async () => {
    const held = () => server.deps.db.collection('offer_date_notes').countDocuments({ userId: ben.id });
    const id = await asked();
    await ann.respond(id, 'accept');
    await tell(id);
    expect(await held()).toBe(1);
    await ann.call('DELETE /account');
    expect(await held()).toBe(0);
  });

  it('each viewer - is tried at every route that reads, the page of a date included', () => {
    const paths = READS.map((route) => addressOf(route, { offerId: 'x' }));
    expect(paths).toEqual(expect.arrayContaining([`${API_BASE}/offers`, `${API_BASE}/offers/x/date`]));
  });
});
