import type { Availability, Offer } from '@flint/contracts';
import { cellOf, HOURS, slotsToGrid } from '@flint/contracts/week/index';
import { ScreenLink } from '@flint/remote-kit';
import { useReadAvailabilityQuery } from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import { Avatar } from '@flint/ui';
import { timeAlone, viewerZone } from '../shared/dates';
import { useNow } from '../shared/use-now';
import type { Offers } from './groups';
import { groupOf, partnerOf, type Direction } from './words';
import './week-strip.css';

const DAYS = 7;
const DATE_HOURS = 2;
/** The strip shows at least the hours from noon to 9 PM. */
const FROM = 12;
const TO = 21;
/** Hours between two lines. */
const LINE = 3;

interface Block {
  readonly offer: Offer;
  readonly direction: Direction;
  readonly tone: 'agreed' | 'you' | 'them';
  readonly day: number;
  /** Hours since midnight. */
  readonly start: number;
}

const LEGEND = [
  ['agreed', () => t('Agreed')],
  ['you', () => t('Waiting for your answer')],
  ['them', () => t('Waiting for an answer')],
  ['free', () => t('You are free')],
] as const;

const dayOf = (now: number, after: number): Date => {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + after);
};

/** Dates and open offers within a week from today, soonest first. */
function blocksOf({ received, sent }: Offers, now: number): readonly Block[] {
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(now, i).toDateString());
  return [...received, ...sent]
    .filter(({ proposedDate }) => Date.parse(proposedDate) > now)
    .flatMap((offer): Block[] => {
      const group = groupOf(offer, now);
      const at = new Date(offer.proposedDate);
      const day = days.indexOf(at.toDateString());
      if (day < 0 || (group !== 'agreed' && group !== 'open')) return [];
      const direction = received.includes(offer) ? 'received' : 'sent';
      const waits = direction === 'received' ? 'you' : 'them';
      const start = at.getHours() + at.getMinutes() / 60;
      return [{ offer, direction, tone: group === 'agreed' ? 'agreed' : waits, day, start }];
    })
    .toSorted((a, b) => a.day - b.day || a.start - b.start);
}

/** The free hours of each day of the strip as runs; none for a week that was painted in another zone. */
function freeRuns(
  week: Availability | null | undefined,
  now: number,
): readonly (readonly [number, number])[][] {
  const isHere = week?.timezone === viewerZone();
  const grid = isHere ? slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated)) : new Set();
  return Array.from({ length: DAYS }, (_, i) => {
    const runs: [number, number][] = [];
    const day = dayOf(now, i).getDay();
    for (let hour = 0; hour < HOURS; hour++) {
      if (!grid.has(cellOf(day, hour))) continue;
      const last = runs.at(-1);
      if (last?.[1] === hour) last[1] = hour + 1;
      else runs.push([hour, hour + 1]);
    }
    return runs;
  });
}

interface WeekStripProps {
  readonly offers: Offers;
  /** The offer that is shown below. */
  readonly chosenId: string;
}

/** The next seven days at a glance: free hours, agreed dates and open offers, each a link to its offer. Renders nothing without any. */
export function WeekStrip({ offers, chosenId }: WeekStripProps) {
  const now = useNow();
  const { data: week } = useReadAvailabilityQuery();
  const blocks = blocksOf(offers, now);
  if (blocks.length === 0) return null;
  const free = freeRuns(week, now);
  const starts = [...blocks.map(({ start }) => start), ...free.flat().map(([start]) => start), FROM];
  const ends = [...blocks.map(({ start }) => start + DATE_HOURS), ...free.flat().map(([, end]) => end), TO];
  const from = Math.floor(Math.min(...starts) / LINE) * LINE;
  const to = Math.min(HOURS, Math.ceil(Math.max(...ends) / LINE) * LINE);
  const place = (start: number, hours: number) => ({
    top: `${((start - from) / (to - from)) * 100}%`,
    height: `${(Math.min(hours, to - start) / (to - from)) * 100}%`,
  });
  const hourNow = new Date(now).getHours() + new Date(now).getMinutes() / 60;
  const hourName = (hour: number) => timeAlone(new Date(2026, 0, 1, hour).toISOString());
  return (
    <section className="w-strip" aria-label={t('Your next seven days')}>
      <p className="w-legend" aria-hidden="true">
        {LEGEND.map(([tone, text]) => (
          <span key={tone} className={`w-key w-key--${tone}`}>
            {text()}
          </span>
        ))}
      </p>
      <div className="w-hours" aria-hidden="true">
        {Array.from({ length: (to - from) / LINE }, (_, i) => (
          <span key={i} style={{ top: `${(i * LINE * 100) / (to - from)}%` }}>
            {hourName(from + i * LINE)}
          </span>
        ))}
      </div>
      <ol className="w-days" style={{ '--w-line': `${(LINE * 100) / (to - from)}%` } as object}>
        {free.map((runs, i) => {
          const day = dayOf(now, i);
          const own = blocks.filter((block) => block.day === i);
          const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'short' }).format(day);
          return (
            <li key={day.toDateString()}>
              <h2>
                {localized(weekday)} {day.getDate()} {i === 0 && <em>{t('Today')}</em>}
              </h2>
              <div className="w-day">
                {runs.map(([start, end]) => (
                  <span key={start} className="w-free" style={place(start, end - start)} />
                ))}
                {i === 0 && hourNow > from && hourNow < to && (
                  <span className="w-now" style={{ top: place(hourNow, 0).top }} />
                )}
                {own.map(({ offer, direction, tone, start }) => {
                  const { name: partner, photo } = partnerOf(offer, direction);
                  const beside = own.filter((each) => Math.abs(each.start - start) < DATE_HOURS);
                  const share = 100 / beside.length;
                  const left = share * beside.findIndex((each) => each.offer.id === offer.id);
                  return (
                    <ScreenLink
                      key={offer.id}
                      to="offers"
                      params={{ tab: direction, offer: offer.id }}
                      className={`w-block w-block--${tone}`}
                      aria-current={offer.id === chosenId ? 'true' : undefined}
                      style={{
                        ...place(start, DATE_HOURS),
                        // the block of a late date stays inside the day
                        top: `min(${place(start, 0).top}, calc(100% - 1.75rem))`,
                        left: `${left}%`,
                        width: `${share}%`,
                      }}
                    >
                      <span aria-hidden="true">
                        <Avatar name={partner} photoUrl={photo} size="s" />
                      </span>
                      <strong translate="no">{partner}</strong> {timeAlone(offer.proposedDate)}
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
