import { LIMITS, type Offer } from '@flint/contracts';
import { standingOf } from '@flint/contracts/offer-standing';
import { DAY_MS, HOUR_MS } from '@flint/contracts/time';
import { clockTime, DAYS } from '@flint/contracts/week/index';
import { ScreenLink, useUser } from '@flint/remote-kit';
import { useNow } from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import { VisuallyHidden, WeekLegend, weekText } from '@flint/ui';
import type { CSSProperties } from 'react';
import './week-marks.css';

interface Props {
  readonly offers: readonly Offer[];
  /** The zone of the painted week. */
  readonly timezone: string;
}

/**
 * The dates and open offers of today and the six days after it in their hours, soonest first: each weekday stands for one day. Each mark leads
 * to its offer.
 */
export function WeekMarks({ offers, timezone }: Props) {
  const { id: userId } = useUser();
  const now = useNow();
  const dayOf = (local: Date) => Math.floor(local.getTime() / DAY_MS);
  const today = dayOf(clockTime(timezone, now));
  const marks = offers
    .flatMap((offer) => {
      const isMine = offer.fromUserId === userId;
      const at = new Date(offer.proposedDate);
      const tone = standingOf(offer, isMine);
      const end = tone === 'agreed' ? at.getTime() + LIMITS.dateHours * HOUR_MS : at.getTime();
      const local = clockTime(timezone, at);
      if (!tone || end < now || dayOf(local) >= today + DAYS) return [];
      const [day, hour, minutes] = [local.getUTCDay(), local.getUTCHours(), local.getUTCMinutes()];
      return [{ offer, isMine, at, tone, day, hour, minutes }];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (marks.length === 0) return null;
  const written = (at: Date, options: Intl.DateTimeFormatOptions) =>
    localized(new Intl.DateTimeFormat(locale(), { ...options, timeZone: timezone }).format(at));
  return (
    <>
      <ul className="week-marks" aria-label={t('In the next seven days')}>
        {marks.map(({ offer, isMine, at, tone, day, hour, minutes }, i) => {
          const { name } = isMine ? offer.toUser : offer.fromUser;
          const above = marks.slice(0, i).filter((other) => other.day === day && other.hour === hour).length;
          // the row says a full hour
          const clock: Intl.DateTimeFormatOptions = {
            hour: 'numeric',
            ...(minutes > 0 && { minute: '2-digit' }),
          };
          return (
            <li key={offer.id} style={{ '--day': day, '--hour': hour, '--above': above } as CSSProperties}>
              <ScreenLink
                to="offers"
                params={{ tab: isMine ? 'sent' : 'received', offer: offer.id }}
                className={`w-block w-tone--${tone}`}
              >
                <span>
                  <strong translate="no">{name}</strong> {minutes > 0 && written(at, clock)}
                </span>
                <VisuallyHidden>
                  {` · ${written(at, { ...clock, weekday: 'long', month: 'long', day: 'numeric' })} · ${weekText(tone)}`}
                </VisuallyHidden>
              </ScreenLink>
            </li>
          );
        })}
      </ul>
      <WeekLegend tones={[...new Set(marks.map(({ tone }) => tone))]} />
    </>
  );
}
