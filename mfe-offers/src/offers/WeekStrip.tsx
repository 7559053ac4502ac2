import { LIMITS, type Availability, type Offer } from '@flint/contracts';
import { standingOf, type Standing } from '@flint/contracts/offer-standing';
import { cellOf, cellsOf, HOURS, isSameClock } from '@flint/contracts/week/index';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { useReadAvailabilityQuery, useNow } from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import {
  Avatar,
  Badge,
  deviceZone,
  Icon,
  IconButton,
  icons,
  Soft,
  VisuallyHidden,
  WeekLegend,
  weekText,
  zoneName,
} from '@flint/ui';
import { useState } from 'react';
import { daysBetween, dayAndTime, timeAlone } from '../shared/dates';
import type { Offers } from './groups';
import { partnerOf, type Direction } from './words';
import './week-strip.css';

const DAYS = 7;
/** The strip shows at least the hours from noon to 9 PM. */
const FROM = 12;
const TO = 21;
/** An offer is at most this many weeks ahead. */
const WEEKS_AHEAD = Math.floor(LIMITS.offerDaysAhead / DAYS);
/** Hours between two lines. */
const LINE = 3;

interface Block {
  readonly offer: Offer;
  readonly direction: Direction;
  readonly tone: Standing;
  readonly day: number;
  /** Hours since midnight. */
  readonly start: number;
}

const LEGEND = ['agreed', 'you', 'them', 'free'] as const;

/** The days of the week that begins `weeks` after today. */
const daysOf = (now: number, weeks: number): readonly Date[] => {
  const today = new Date(now);
  const at = (i: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + weeks * DAYS + i);
  return Array.from({ length: DAYS }, (_, i) => at(i));
};

/** How many weeks after today an offer stands; 0 for a past one. */
const weeksTo = (offer: Offer | null, now: number): number =>
  offer === null ? 0 : Math.max(0, Math.floor(daysBetween(now, Date.parse(offer.proposedDate)) / DAYS));

const hourOf = (at: Date) => at.getHours() + at.getMinutes() / 60;

/** Dates and open offers on these days, soonest first. */
function blocksOf({ received, sent }: Offers, now: number, shown: readonly Date[]): readonly Block[] {
  const days = shown.map((day) => day.toDateString());
  return [...received, ...sent]
    .filter(({ proposedDate }) => Date.parse(proposedDate) > now)
    .flatMap((offer): Block[] => {
      const at = new Date(offer.proposedDate);
      const day = days.indexOf(at.toDateString());
      const direction = received.includes(offer) ? 'received' : 'sent';
      const tone = standingOf(offer, direction === 'sent');
      return day < 0 || !tone ? [] : [{ offer, direction, tone, day, start: hourOf(at) }];
    })
    .toSorted((a, b) => a.day - b.day || a.start - b.start);
}

type Run = readonly [from: number, to: number];

/** The free hours of each day as runs; none for a week that was painted on another clock. */
function freeRuns(week: Availability | null | undefined, days: readonly Date[]): readonly Run[][] {
  const isHere = week && isSameClock(week.timezone, deviceZone());
  const grid = cellsOf(isHere ? week : null);
  return days.map((date) => {
    const runs: [number, number][] = [];
    const day = date.getDay();
    for (let hour = 0; hour < HOURS; hour++) {
      if (!grid.has(cellOf(day, hour))) continue;
      const last = runs.at(-1);
      if (last?.[1] === hour) last[1] = hour + 1;
      else runs.push([hour, hour + 1]);
    }
    return runs;
  });
}

const hourName = (hour: number) => timeAlone(new Date(2026, 0, 1, hour % HOURS).toISOString());
const weekdayOf = (day: Date) =>
  localized(new Intl.DateTimeFormat(locale(), { weekday: 'short' }).format(day));
const spanOf = (days: readonly Date[]) =>
  localized(
    new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric' })
      .formatRange(days[0]!, days.at(-1)!)
      .replace(/\u2009/g, ' '),
  );

interface Entry {
  readonly key: string;
  readonly start: number;
}

/** The entries of one day in groups that overlap, in their order. */
function sideBySide(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    const group = groups.at(-1);
    if (group && entry.start - group.at(-1)!.start < LIMITS.dateHours) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

interface WeekStripProps {
  readonly offers: Offers;
  /** The offer that is shown below; the strip begins with its week. */
  readonly chosen: Offer | null;
  /** Proposes another hour for that offer. */
  readonly onPropose: (at: string) => void;
}

/**
 * A week in place, at first the one of the displayed offer: free hours, agreed dates, open offers, each a link to its offer, and the other hours that the
 * two of the displayed one share.
 */
export function WeekStrip({ offers, chosen, onPropose }: WeekStripProps) {
  const { online } = usePlatform();
  const now = useNow();
  const { data: week } = useReadAvailabilityQuery();
  const [turned, setTurned] = useState<{ to: number; from: string | undefined } | null>(null);
  // another offer: its own week again
  const weeks = turned?.from === chosen?.id && turned ? turned.to : weeksTo(chosen, now);
  const days = daysOf(now, weeks);
  const blocks = blocksOf(offers, now, days);
  const free = freeRuns(week, days);
  const shared = (chosen?.can.reschedule ? (chosen.sharedTimes ?? []) : []).map((time) => new Date(time));
  const dates = [...blocks.map(({ start }) => start), ...shared.map(hourOf)];
  const starts = [...dates, ...free.flat().map(([start]) => start), FROM];
  const ends = [...dates.map((start) => start + LIMITS.dateHours), ...free.flat().map(([, end]) => end), TO];
  const from = Math.floor(Math.min(...starts) / LINE) * LINE;
  const to = Math.min(HOURS, Math.ceil(Math.max(...ends) / LINE) * LINE);
  const place = (start: number, hours: number) => ({
    top: `${((start - from) / (to - from)) * 100}%`,
    height: `${(Math.min(hours, to - start) / (to - from)) * 100}%`,
  });
  const hourNow = hourOf(new Date(now));
  const turn = (by: number) => setTurned({ to: weeks + by, from: chosen?.id });
  const isThis = weeks === 0;
  return (
    <section className="w-strip" aria-label={isThis ? t('Your next seven days') : t('A later week')}>
      <div className="w-head f-row f-gap-1 f-soft">
        <IconButton
          icon={<Icon path={icons.chevronLeft} size={18} />}
          label={t('A week earlier')}
          disabled={isThis}
          onClick={() => turn(-1)}
        />
        <span role="status">{spanOf(days)}</span>
        <IconButton
          icon={<Icon path={icons.chevronRight} size={18} />}
          label={t('A week later')}
          disabled={weeks >= WEEKS_AHEAD}
          onClick={() => turn(1)}
        />
        <span className="w-zone">{zoneName()}</span>
        {blocks.length === 0 && <Soft as="span">{t('Nothing is planned in these seven days.')}</Soft>}
        <WeekLegend tones={shared.length > 0 ? [...LEGEND, 'shared'] : LEGEND} />
      </div>
      <div className="w-hours" aria-hidden="true">
        {Array.from({ length: (to - from) / LINE }, (_, i) => (
          <span key={i} style={{ top: `${(i * LINE * 100) / (to - from)}%` }}>
            {hourName(from + i * LINE)}
          </span>
        ))}
      </div>
      <ol className="w-days" style={{ '--w-line': `${(LINE * 100) / (to - from)}%` } as object}>
        {free.map((runs, i) => {
          const day = days[i]!;
          const own = blocks.filter((block) => block.day === i);
          const hours = shared.filter((time) => time.toDateString() === day.toDateString());
          const groups = sideBySide([
            ...own.map(({ offer, start }) => ({ key: offer.id, start })),
            ...hours.map((time) => ({ key: time.toISOString(), start: hourOf(time) })),
          ]);
          const box = (key: string) => {
            const group = groups.find((each) => each.some((entry) => entry.key === key))!;
            const column = group.findIndex((entry) => entry.key === key);
            const { start } = group[column]!;
            return {
              ...place(start, LIMITS.dateHours),
              // the block of a late hour stays inside the day
              top: `min(${place(start, 0).top}, calc(100% - 1.75rem))`,
              left: `calc(${(100 * column) / group.length}% + 3px)`,
              width: `calc(${100 / group.length}% - 6px)`,
            };
          };
          const isToday = isThis && i === 0;
          return (
            <li key={day.toDateString()} aria-current={isToday ? 'date' : undefined}>
              <p>
                {weekdayOf(day)} {day.getDate()} {isToday && <Badge tone="accent">{t('Today')}</Badge>}
              </p>
              <div className="w-day">
                {runs.map(([start, end]) => (
                  <span key={start} className="w-free w-tone--free" style={place(start, end - start)}>
                    <VisuallyHidden>
                      {t('Free from {from} to {to}', { from: hourName(start), to: hourName(end) })}
                    </VisuallyHidden>
                  </span>
                ))}
                {isToday && hourNow > from && hourNow < to && (
                  <span className="w-now" style={{ top: place(hourNow, 0).top }} />
                )}
                {hours.map((time) => (
                  <button
                    key={time.toISOString()}
                    type="button"
                    className="w-block w-tone--shared"
                    disabled={!online}
                    aria-label={t('Propose {time}', { time: dayAndTime(time.toISOString(), now) })}
                    style={box(time.toISOString())}
                    onClick={() => onPropose(time.toISOString())}
                  >
                    {timeAlone(time.toISOString())}
                  </button>
                ))}
                {own.map(({ offer, direction, tone }) => {
                  const { name: partner, photo } = partnerOf(offer, direction);
                  return (
                    <ScreenLink
                      key={offer.id}
                      to="offers"
                      params={{ tab: direction, offer: offer.id }}
                      className={`w-block w-tone--${tone}`}
                      aria-current={offer.id === chosen?.id ? 'true' : undefined}
                      style={box(offer.id)}
                    >
                      <span aria-hidden="true">
                        <Avatar name={partner} photoUrl={photo} size="s" />
                      </span>
                      <strong translate="no">{partner}</strong> {timeAlone(offer.proposedDate)}
                      <VisuallyHidden> · {weekText(tone)}</VisuallyHidden>
                    </ScreenLink>
                  );
                })}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
