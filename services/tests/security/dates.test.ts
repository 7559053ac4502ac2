import { API_BASE, ROUTES, type Route } from '@flint/contracts';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { enrol, newRound, pair } from '../../src/resources/offers/testing/campus';
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
beforeEach(async () => {
  clock.set(NOON);
  await newRound(server);
  [ann, ben] = await pair(server);
});

/** An offer from Ben to Ann. */
async function asked(): Promise<string> {
  const { status, body } = await ben.invite(ann, { proposedDate: SOON, location: SECRETS.place });
  expect(status).toBe(201);
  return body.id;
}
/** An agreed date for which Ben has written a line and sent a signal. */
async function told(): Promise<string> {
  const id = await asked();
  const answers = [
    await ann.respond(id, 'accept'),
    await ben.call(`PUT /offers/${id}/date/line`, { line: SECRETS.note }),
    await ben.call(`POST /offers/${id}/date/signals`, { kind: SECRETS.signal }),
  ];
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
  const text = answers.map((each) => each.text).join('\n');
  return (Object.keys(SECRETS) as Kind[]).filter((kind) => text.includes(SECRETS[kind]));
}

/** The viewer, what happened, and what the viewer sees then. */
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
      ['place'],
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
      ['place', 'signal', 'note'],
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
        const { id } = (await ben.invite(dee, { proposedDate: SOON, location: 'Elsewhere' })).body;
        await dee.respond(id, 'accept');
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
