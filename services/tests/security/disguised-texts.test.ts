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
  type Write = (text: string) => Promise<{ status: number }>;
  const shown: Record<string, Write> = {
    'a name': (text) => ann.call('PATCH /profile', { answers: name(text) }),
    'an own word for a gender': (text) => ann.call('PATCH /profile', { answers: gender(text) }),
    'the place of an offer': (location) => offerOf({ location }),
    'the activity of an offer': (activity) => offerOf({ activity }),
    'the place of another proposal': (location) => reschedule({ location }),
    'the activity of another proposal': (activity) => reschedule({ activity }),
  };
  const mayBeEmpty: Record<string, Write> = {
    'the message of an offer': (message) => offerOf({ message }),
    'the message of an answer': (message) => ben.respond(id, 'decline', { message }),
  };
  const before = await dumpOf(server);
  for (const [where, write] of Object.entries({ ...shown, ...mayBeEmpty })) {
    for (const text of [...CONTACT, ...(where in shown ? UNSEEN : [])])
      expect([where, text, (await write(text)).status]).toEqual([where, text, 422]);
    expect([where, [400, 422].includes((await write(TOO_LONG)).status)]).toEqual([where, true]);
  }
  expect(await dumpOf(server)).toBe(before);
});
