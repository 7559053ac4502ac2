import type { Offer, OfferStatus } from '@flint/contracts';
import type { BadgeTone } from '@flint/ui';

interface Look {
  readonly text: string;
  readonly tone: BadgeTone;
}

/** Badge colours of spec 4, with their text. */
const STATUS: Readonly<Record<OfferStatus, Look>> = {
  pending: { text: 'Pending', tone: 'yellow' },
  accepted: { text: 'Accepted', tone: 'green' },
  declined: { text: 'Declined', tone: 'red' },
  rescheduled: { text: 'Rescheduled', tone: 'blue' },
  completed: { text: 'Completed', tone: 'purple' },
};

/** The badge of an offer; one that was taken back or called off says so. */
export function badgeOf({ status, cancelledAt }: Offer): Look {
  if (!cancelledAt) return STATUS[status];
  return { text: status === 'pending' ? 'Withdrawn' : 'Called off', tone: 'neutral' };
}

export type Direction = 'received' | 'sent';

/** The other person of an offer. */
export const partnerOf = (offer: Offer, direction: Direction) =>
  direction === 'received' ? offer.fromUser : offer.toUser;

/** One sentence about where the offer stands, from the viewer's side; null when the buttons say it all. */
export function standing(offer: Offer, direction: Direction, now: number): string | null {
  const { name } = partnerOf(offer, direction);
  const isMine = direction === 'sent';
  if (offer.cancelledAt) {
    const byMe = (offer.cancelledBy === 'sender') === isMine;
    if (offer.status === 'pending')
      return byMe ? 'You took this offer back.' : `${name} took this offer back.`;
    return byMe ? 'You called this date off.' : `${name} called this date off.`;
  }
  switch (offer.status) {
    case 'pending':
      if (Date.parse(offer.proposedDate) <= now) {
        return isMine
          ? 'The proposed time has passed without an answer.'
          : 'The proposed time has passed. You can still decline or propose another time.';
      }
      return isMine ? `Waiting for ${name} to answer.` : null;
    case 'accepted':
      return `You and ${name} are meeting.`;
    case 'declined':
      return isMine ? `${name} cannot make it.` : 'You declined.';
    case 'rescheduled':
      return isMine ? `${name} proposed another time.` : 'You proposed another time.';
    case 'completed':
      return null;
  }
}

/** How long after a date its question stands out. */
const ASKED_MS = 14 * 86_400_000;

/** In which part of a list an offer stands. */
export function groupOf(offer: Offer, now: number): 'asked' | 'open' | 'agreed' | 'earlier' {
  if (offer.cancelledAt) return 'earlier';
  if (offer.can.sayMet && !offer.meeting && now - Date.parse(offer.proposedDate) < ASKED_MS) return 'asked';
  if (offer.status === 'pending') return 'open';
  return offer.status === 'accepted' ? 'agreed' : 'earlier';
}
