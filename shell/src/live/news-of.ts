import type { DateSignal, Offer } from '@flint/contracts';
import { locale, message, t } from '@flint/texts';

/** Where each offer stood when it was last looked at, by its id; what was told about it then, by `told:` and its id. */
export type Seen = Readonly<Record<string, string>>;

export interface NewsItem {
  readonly kind: 'asked' | 'agreed' | 'off' | 'told';
  readonly text: string;
  readonly offerId: string;
}

const standOf = ({ status, cancelledAt }: Offer): string => (cancelledAt ? 'off' : status);

const toldKey = ({ id }: Offer) => `told:${id}`;

export const seenOf = (offers: readonly Offer[]): Seen =>
  Object.fromEntries(
    offers.flatMap((offer) => [
      [offer.id, standOf(offer)],
      ...(offer.told ? [[toldKey(offer), offer.told.join(' ')]] : []),
    ]),
  );

const TOLD: Readonly<Record<DateSignal, string>> = {
  on_my_way: message('{name} is on the way.'),
  ten_minutes_late: message('{name} is ten minutes late.'),
  here: message('{name} is there.'),
};

const whenOf = ({ proposedDate }: Offer): string =>
  new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(proposedDate));

/** How many offers wait for this student's answer. */
export const waitingOf = (offers: readonly Offer[]): number => offers.filter(({ can }) => can.accept).length;

/** What the other side did since: asked, proposed another time, said yes, told something about a date, called off. Own acts are no news. */
export function newsOf(offers: readonly Offer[], seen: Seen, userId: string): readonly NewsItem[] {
  return offers.flatMap((offer): NewsItem[] => {
    const isMine = offer.fromUserId === userId;
    const values = { name: (isMine ? offer.toUser : offer.fromUser).name, when: whenOf(offer) };
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
    const known = seen[toldKey(offer)]?.split(' ') ?? [];
    // the last one says it: who is there is no longer on the way
    const told = offer.told?.findLast((each) => !known.includes(each));
    if (told && before !== undefined) return item('told', t(TOLD[told], values));
    if (now === 'off' && before === 'accepted' && byOther)
      return item('off', t('{name} called your date off: {when}', values));
    return [];
  });
}
