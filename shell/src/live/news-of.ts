import { LIMITS, type DateSignal, type Offer } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { message, t } from '@flint/texts';
import { longDateAndTime } from '@flint/texts/dates';
import type { NextDate } from '../platform/news';

/** State of each offer at the last check, by id; the last signal about its date, by `told:` and id. */
export type Seen = Readonly<Record<string, string>>;

export interface NewsItem {
  readonly kind: 'asked' | 'agreed' | 'off' | 'told';
  readonly text: string;
  readonly offerId: string;
}

const standOf = ({ status, cancelledAt }: Offer): string => (cancelledAt ? 'off' : status);

const signalKey = ({ id }: Offer) => `told:${id}`;

export const seenOf = (offers: readonly Offer[]): Seen =>
  Object.fromEntries(
    offers.flatMap((offer) => [
      [offer.id, standOf(offer)],
      ...(offer.told ? [[signalKey(offer), offer.told.join(' ')]] : []),
    ]),
  );

const TOLD: Readonly<Record<DateSignal, string>> = {
  on_my_way: message('{name} is on the way.'),
  ten_minutes_late: message('{name} is ten minutes late.'),
  here: message('{name} is there.'),
};

const whenOf = ({ proposedDate }: Offer): string => longDateAndTime(proposedDate);

/** The agreed date that comes next, or lasts at `now`; null without one. */
export function nextDateOf(offers: readonly Offer[], userId: string, now: number): NextDate | null {
  const [next] = offers
    .filter(({ status, cancelledAt, proposedDate }) => {
      return (
        status === 'accepted' && !cancelledAt && Date.parse(proposedDate) + LIMITS.dateHours * HOUR_MS > now
      );
    })
    .toSorted((a, b) => Date.parse(a.proposedDate) - Date.parse(b.proposedDate));
  if (!next) return null;
  const { name, photo } = next.fromUserId === userId ? next.toUser : next.fromUser;
  return { offerId: next.id, name, photoUrl: photo ?? null, time: next.proposedDate };
}

/**
 * What the other side has done since: asked, proposed another time, accepted, sent a signal about a date, called off. Actions of this
 * student are not news.
 */
export function newsOf(offers: readonly Offer[], seen: Seen, userId: string): readonly NewsItem[] {
  return offers.flatMap((offer): NewsItem[] => {
    const isMine = offer.fromUserId === userId;
    const { id, name } = isMine ? offer.toUser : offer.fromUser;
    const values = { name, when: whenOf(offer) };
    const [before, now] = [seen[offer.id], standOf(offer)];
    const item = (kind: NewsItem['kind'], text: string) => [{ kind, text, offerId: offer.id }];
    if (!isMine && now === 'pending' && before === undefined)
      return item(
        'asked',
        offer.counterOf
          ? t('{name} proposes another time: {when}', values)
          : t('{name} invites you: {when}', values),
      );
    if (isMine && now === 'accepted' && before === 'pending')
      return item('agreed', t('{name} said yes: {when}', values));
    const byOther = (offer.cancelledBy === 'sender') !== isMine;
    const known = seen[signalKey(offer)]?.split(' ') ?? [];
    // only the last signal: a student who has arrived is no longer on the way
    const told = offer.told?.findLast((each) => !known.includes(each));
    if (told && before !== undefined) return item('told', t(TOLD[told], values));
    // a yes and the call-off may lie between two reads
    if (now === 'off' && offer.status === 'accepted' && byOther && before !== undefined && before !== 'off')
      return item(
        'off',
        id === null
          ? t('Your date was called off: {when}', values)
          : t('{name} called your date off: {when}', values),
      );
    return [];
  });
}
