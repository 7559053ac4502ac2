import type { Offer } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import { ScreenLink, useUser } from '@flint/remote-kit';
import { useNow } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, Notice } from '@flint/ui';
import { keepHabit, readHabit } from '@flint/ui/habits';
import { useState } from 'react';
import { longDateAndTime } from './dates';

/** News is shown for two weeks at most, so that a new device repeats nothing older. */
const NEWS_MS = 14 * DAY_MS;

/** Dates that the others called off since the student last pressed 'Seen' on this device. */
export function CalledOff({ offers }: { readonly offers: readonly Offer[] }) {
  const { id } = useUser();
  const now = useNow();
  const [seen, setSeen] = useState(() => readHabit('newsSeen') ?? '');
  const isNews = ({ status, cancelledAt, cancelledBy, fromUserId }: Offer) =>
    status === 'accepted' &&
    cancelledAt !== null &&
    cancelledAt > seen &&
    now - Date.parse(cancelledAt) < NEWS_MS &&
    cancelledBy === (fromUserId === id ? 'recipient' : 'sender');
  const news = offers.filter(isNews);
  if (news.length === 0) return null;
  const handleSeen = () => {
    const latest = news
      .map(({ cancelledAt }) => cancelledAt!)
      .sort()
      .at(-1)!;
    keepHabit('newsSeen', latest);
    setSeen(latest);
  };
  return (
    <Notice
      tone="info"
      action={
        <Button size="s" onClick={handleSeen}>
          {t('Seen')}
        </Button>
      }
    >
      {news.map((offer) => {
        const other = offer.fromUserId === id ? offer.toUser : offer.fromUser;
        const text =
          other.id === null
            ? message('Your date was called off: {when}.')
            : message('{name} called off {when}.');
        const when = longDateAndTime(offer.proposedDate);
        return <p key={offer.id}>{rich(text, { name: <span translate="no">{other.name}</span>, when })}</p>;
      })}
      <p>
        <ScreenLink to="matches">{t('See your matches')}</ScreenLink>
      </p>
    </Notice>
  );
}
