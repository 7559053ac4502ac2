import type { Offer, OfferStatus, Person } from '@flint/contracts';
import { message, t } from '@flint/texts';
import type { BadgeTone } from '@flint/ui';

interface Look {
  readonly text: string;
  readonly tone: BadgeTone;
}

/** Badge colours of spec 4, with their text. */
const STATUS: Readonly<Record<OfferStatus, Look>> = {
  pending: { text: message('Pending'), tone: 'yellow' },
  accepted: { text: message('Accepted'), tone: 'green' },
  declined: { text: message('Declined'), tone: 'red' },
  rescheduled: { text: message('Rescheduled'), tone: 'blue' },
  completed: { text: message('Completed'), tone: 'purple' },
};

/** The badge of an offer, also of one that was withdrawn or called off. */
export function badgeOf({ status, cancelledAt, cancelledBy, timeTaken }: Offer): Look {
  if (timeTaken) return { text: message('You have a date then'), tone: 'neutral' };
  if (!cancelledAt) return STATUS[status];
  if (!cancelledBy) return { text: message('Ended'), tone: 'neutral' };
  return { text: status === 'pending' ? message('Withdrawn') : message('Called off'), tone: 'neutral' };
}

/** Agreed, and not called off. */
export const isDate = ({ status, cancelledAt }: Offer): boolean => status === 'accepted' && !cancelledAt;

/** Without an answer, and not over. */
export const isOpen = ({ status, cancelledAt }: Offer): boolean => status === 'pending' && !cancelledAt;

/** Waiting for an answer that is still possible. */
export const waits = (offer: Offer): boolean => isOpen(offer) && !offer.timeTaken;

export type Direction = 'received' | 'sent';

/** The other person of an offer, or 'deleted student'. */
export function partnerOf(offer: Offer, direction: Direction): Person {
  const person = direction === 'received' ? offer.fromUser : offer.toUser;
  return person.id === null ? { ...person, name: t('deleted student') } : person;
}

/** The messages of an offer: its sender's, and its recipient's with the answer. */
export const wordsOf = ({ message: sent, reply }: Offer, direction: Direction) =>
  [
    { isOwn: direction === 'sent', text: sent },
    { isOwn: direction === 'received', text: reply },
  ].filter(({ text }) => text !== undefined);

/** One sentence about the offer's state for the viewer, without the name of a deleted student; null when badge and buttons are enough. */
export function standing(offer: Offer, direction: Direction): string | null {
  const { id, name } = partnerOf(offer, direction);
  const isGone = id === null;
  const isMine = direction === 'sent';
  if (offer.cancelledAt) {
    if (!offer.cancelledBy) return t('This offer ended without an answer.');
    const byMe = (offer.cancelledBy === 'sender') === isMine;
    if (offer.status === 'pending') {
      if (byMe) return t('You took this offer back.');
      return isGone ? t('This offer was taken back.') : t('{name} took this offer back.', { name });
    }
    if (byMe) return t('You called this date off.');
    return isGone ? t('This date was called off.') : t('{name} called this date off.', { name });
  }
  if (offer.timeTaken)
    return isMine
      ? t('You have a date then. This offer is taken back automatically within an hour.')
      : t('You have a date then. Propose another time: Reschedule.');
  if (isMine && isGone) return null;
  if (offer.status === 'declined') return isMine ? t('{name} cannot make it.', { name }) : t('You declined.');
  if (offer.status === 'rescheduled')
    return isMine ? t('{name} proposed another time.', { name }) : t('You proposed another time.');
  return null;
}

/** How long the question after a date is asked. */
const ASKED_MS = 14 * 86_400_000;

/** The group of a list that an offer belongs to. */
export function groupOf(offer: Offer, now: number): 'asked' | 'open' | 'agreed' | 'earlier' {
  // also one that was called off after its start
  if (offer.can.sayMet && !offer.meeting && now - Date.parse(offer.proposedDate) < ASKED_MS) return 'asked';
  if (offer.cancelledAt) return 'earlier';
  if (offer.status === 'pending') return 'open';
  return offer.status === 'accepted' ? 'agreed' : 'earlier';
}
