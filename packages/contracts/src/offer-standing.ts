import type { Offer } from './routes/offers';

/** What an offer means to a student: a date, an offer that waits for them, or one that waits for the other person. */
export type Standing = 'agreed' | 'you' | 'them';

/** The standing of an offer for its sender (`isMine`) or its receiver; null when it is over. */
export function standingOf({ status, cancelledAt }: Offer, isMine: boolean): Standing | null {
  if (cancelledAt) return null;
  if (status === 'accepted') return 'agreed';
  if (status !== 'pending') return null;
  return isMine ? 'them' : 'you';
}
