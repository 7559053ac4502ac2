import { useTestServer } from '@flint/testing';
import { pair } from '../../src/resources/offers/testing/campus';
import { dumpOf } from './api';

/** unfit-text.test.ts has every disguise; these need what a place does to a text before it looks. */
const CONTACT = ['in\u200bsta: annsmith', 'іnstа: annsmith', '٦١٣ ٥٥٥ ٠١٩٩'];
const UNSEEN = ['\u200b', '\u3164', '\ufeff\u00ad'];
/** Forty characters that stand for 18 letters each. */
const TOO_LONG = '\ufdfa'.repeat(40);

const server = useTestServer();

it('disguised contact data, and names or places that nobody sees - in every text that another student reads - are refused, and nothing is stored', async () => {
  const [ann, ben] = await pair(server);
  const offerOf = (changes: object) => ann.invite(ben, { message: 'Hello', ...changes });
  const { id } = (await offerOf({})).body;
  const name = (display_name: string) => ({ bundle_intro: { display_name, date_of_birth: '2005-01-15' } });
  const gender = (other: string) => ({ gender_identity: { value: 'other', other } });
  const reschedule = (changes: object) => {
    const proposal = { proposedDate: server.inHours(96), location: 'Library', activity: 'Coffee' };
    return ben.respond(id, 'reschedule', { rescheduleData: { ...proposal, ...changes } });
  };
  type Write = (text: string) => Promise<{ status: number; body: any }>;
  /** With the field that a refusal names. */
  const shown: Record<string, [pointer: string, Write]> = {
    'a name': [
      '/answers/bundle_intro/display_name',
      (text) => ann.call('PATCH /profile', { answers: name(text) }),
    ],
    'an own word for a gender': [
      '/answers/gender_identity/other',
      (text) => ann.call('PATCH /profile', { answers: gender(text) }),
    ],
    'the place of an offer': ['/location', (location) => offerOf({ location })],
    'the activity of an offer': ['/activity', (activity) => offerOf({ activity })],
    'the place of another proposal': ['/rescheduleData/location', (location) => reschedule({ location })],
    'the activity of another proposal': ['/rescheduleData/activity', (activity) => reschedule({ activity })],
  };
  const mayBeEmpty: typeof shown = {
    'the message of an offer': ['/message', (message) => offerOf({ message })],
    'the message of an answer': ['/message', (message) => ben.respond(id, 'decline', { message })],
  };
  const before = await dumpOf(server);
  for (const [where, [pointer, write]] of Object.entries({ ...shown, ...mayBeEmpty })) {
    for (const text of [...CONTACT, ...(where in shown ? UNSEEN : [])]) {
      const { status, body } = await write(text);
      const named = body.errors.map((each: { pointer: string }) => each.pointer);
      expect([where, text, status, named]).toEqual([where, text, 422, [pointer]]);
    }
    expect([where, [400, 422].includes((await write(TOO_LONG)).status)]).toEqual([where, true]);
  }
  expect(await dumpOf(server)).toBe(before);
});

it('characters that nobody sees - in a text of an offer or an answer - are not stored', async () => {
  const [ann, ben] = await pair(server);
  const hidden = (text: string) => `\u200b ${text[0]}\u00ad${text.slice(1)}\ufeff`;
  const words = { location: hidden('Library'), activity: hidden('Coffee') };
  const offer = (await ann.invite(ben, { ...words, message: hidden('Hello') })).body;
  expect(offer).toMatchObject({ location: 'Library', activity: 'Coffee', message: 'Hello' });
  const proposal = { proposedDate: server.inHours(96), location: hidden('Lake'), activity: hidden('Walk') };
  const later = { message: hidden('Later'), rescheduleData: proposal };
  const { counterOffer } = (await ben.respond(offer.id, 'reschedule', later)).body;
  const accepted = (await ann.respond(counterOffer, 'accept', { message: hidden('Gladly') })).body;
  expect(accepted).toMatchObject({ location: 'Lake', activity: 'Walk', message: 'Later', reply: 'Gladly' });
});
