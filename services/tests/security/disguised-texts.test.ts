import { useTestServer, type TestStudent } from '@flint/testing';
import { introduce, pair } from '../../src/resources/offers/testing/campus';
import { dumpOf } from './api';

/** An example of each disguise; unfit-text.test.ts has the others. */
const CONTACT = [
  'snap - annie',
  'name dot lee at gmail',
  'ｉｎｓｔａ： ａｎｎｓｍｉｔｈ',
  'in\u200bsta: annsmith',
  'іnstа: annsmith',
  'annie．com',
  '٦١٣ ٥٥٥ ٠١٩٩',
  'i n s t a : a n n s m i t h',
  't.me/x',
];
const UNSEEN = ['\u200b', '\u3164', '\ufeff\u00ad'];

let ann: TestStudent;
let ben: TestStudent;
const server = useTestServer();
beforeAll(async () => {
  [ann, ben] = await pair(server);
  await introduce(server, ann, ben);
});

const offerOf = (changes: object) => ann.invite(ben, { message: 'Hello', ...changes });

/** Every field that one student writes and another reads. */
const PLACES: readonly [string, (text: string) => Promise<{ status: number }>, boolean][] = [
  [
    'a name',
    (name) =>
      ann.call('PATCH /profile', {
        answers: { bundle_intro: { display_name: name, date_of_birth: '2005-01-15' } },
      }),
    true,
  ],
  [
    'an own word for a gender',
    (other) => ann.call('PATCH /profile', { answers: { gender_identity: { value: 'other', other } } }),
    true,
  ],
  ['the place of an offer', (location) => offerOf({ location }), true],
  ['the activity of an offer', (activity) => offerOf({ activity }), true],
  ['the message of an offer', (message) => offerOf({ message }), false],
];

it.each(PLACES)(
  '%s - with disguised contact data - is refused, and nothing is stored',
  async (_where, write, mustShow) => {
    const before = await dumpOf(server);
    for (const text of [...CONTACT, ...(mustShow ? UNSEEN : [])])
      expect([text, (await write(text)).status]).toEqual([text, 422]);
    // forty characters that stand for 18 letters each are too long
    expect([400, 422]).toContain((await write('\ufdfa'.repeat(40))).status);
    expect(await dumpOf(server)).toBe(before);
  },
);

it.each([
  ['decline', (message: string) => ({ message })],
  [
    'reschedule',
    (location: string) => ({
      rescheduleData: { proposedDate: server.inHours(96), location, activity: 'Coffee' },
    }),
  ],
  [
    'reschedule',
    (activity: string) => ({
      rescheduleData: { proposedDate: server.inHours(96), location: 'Library', activity },
    }),
  ],
] as const)(
  'the texts of an answer (%s) - with disguised contact data - are refused',
  async (action, make) => {
    const waiting = (await ann.call('GET /offers')).body.items.find(
      ({ status }: any) => status === 'pending',
    );
    const offerId: string = waiting?.id ?? (await offerOf({})).body.id;
    for (const text of CONTACT) {
      const answer = await ben.respond(offerId, action, make(text));
      expect(answer.status).toBe(422);
    }
    expect((await ben.call('GET /offers')).body.items[0].status).toBe('pending');
  },
);
