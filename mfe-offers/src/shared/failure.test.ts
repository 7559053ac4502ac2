import type { Offer } from '@flint/contracts';
import { buildOffer } from '../testing/build';
import { failureText } from './failure';

const refused = (status: number, problem: object | null) => ({ status, problem, message: 'It failed.' });
const changed = (offer: Partial<Offer>, code = 'offer_state_changed') => ({
  ...refused(409, { code, detail: 'It changed.', offer: buildOffer(offer) }),
  code,
});

describe('the text of a failed answer', () => {
  it.each<[string, unknown, string]>([
    ['accepted meanwhile', changed({ status: 'accepted' }), 'This offer was accepted already.'],
    ['declined meanwhile', changed({ status: 'declined' }), 'This offer was declined already.'],
    ['rescheduled meanwhile', changed({ status: 'rescheduled' }), 'Another time was proposed already.'],
    ['over meanwhile', changed({ status: 'completed' }), 'This date is over.'],
    ['taken back', changed({ cancelledAt: 'x', cancelledBy: 'sender' }), 'This offer was taken back.'],
    ['ended by itself', changed({ cancelledAt: 'x' }), 'This offer ended without an answer.'],
    [
      'called off',
      changed({ status: 'accepted', cancelledAt: 'x', cancelledBy: 'recipient' }),
      'This date was called off.',
    ],
    ['still waiting', changed({ status: 'pending' }), 'It changed.'],
    ['another conflict', changed({ status: 'accepted' }, 'time_taken'), 'It changed.'],
    ['a field', refused(422, { code: 'text_unfit', detail: 'Remove the link.' }), 'Remove the link.'],
    ['too many', refused(429, { code: 'too_many', detail: 'Tomorrow again.' }), 'Tomorrow again.'],
    ['a conflict without a reason', refused(409, null), 'It failed.'],
    ['the server', refused(500, { code: 'internal', detail: 'x' }), 'It failed.'],
    ['nothing known', null, 'An unexpected error occurred. Please try again.'],
  ])('%s - says what happened', (_, error, text) => expect(failureText(error)).toBe(text));
});
