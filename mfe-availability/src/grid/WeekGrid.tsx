import { cellOf, clockTime, dayAndHour, DAYS, HOURS } from '@flint/contracts/week/index';
import { useNow } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { dayCells, hourCells, type WeekStore } from '../week-store';
import { weekWords } from '../words';
import { Cell } from './Cell';
import { useGridKeyboard } from './use-keyboard';
import { usePainting } from './use-painting';
import './week-grid.css';

const days = Array.from({ length: DAYS }, (_, day) => day);
const hours = Array.from({ length: HOURS }, (_, hour) => hour);

/** Few students are free before this hour. */
const MORNING = 8;
/** Fewest visible rows: an evening is shown with the afternoon before it. */
const MIN_ROWS = 12;

/** Whether a window shows all hours from the morning on (week-grid.css). */
const hasRoom = () => globalThis.matchMedia?.('(pointer: fine) and (min-width: 75em)').matches ?? false;

/** The hour the grid opens at: with room the morning or an earlier chosen one, else the first chosen one. */
export const openingHour = (cells: ReadonlySet<number>): number =>
  Math.min(
    ...[...cells].map((cell) => dayAndHour(cell).hour),
    cells.size > 0 && !hasRoom() ? HOURS : MORNING,
  );

/** Most visible rows: a taller frame could not scroll its opening hour to the top. */
const rowsInSight = (cells: ReadonlySet<number>): number => Math.max(MIN_ROWS, HOURS - openingHour(cells));

interface WeekGridProps {
  readonly store: WeekStore;
  /** The zone of the week. */
  readonly timezone: string;
  readonly labelledBy: string;
  readonly describedBy: string;
  /** Above the hours. */
  readonly children?: ReactNode;
}

/** 7 days by 24 hours (spec 2): painted by mouse, touch and keys; headers fill a day or an hour (WAI-ARIA APG, Grid). */
export function WeekGrid({ store, timezone, labelledBy, describedBy, children }: WeekGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const { handleKeyDown, handleBlur, focusCell, currentCell } = useGridKeyboard(store, table);
  const words = weekWords();
  const today = clockTime(timezone, useNow()).getUTCDay();
  const [rows] = useState(() => rowsInSight(store.read()));
  usePainting(store, table, focusCell);
  useEffect(() => {
    table.current?.querySelector(`[data-cell="${currentCell.current}"]`)?.setAttribute('tabindex', '0');
  }, [currentCell]);
  // before the paint, once: what is saved elsewhere later does not move the rows under the student's hand
  useLayoutEffect(() => {
    const frame = table.current?.parentElement;
    const [head, row] = [table.current?.tHead, table.current?.tBodies[0]?.rows[openingHour(store.read())]];
    if (head && row) frame?.scrollTo?.({ top: row.offsetTop - head.offsetHeight });
  }, [store]);
  return (
    <div className="week" style={{ '--week-rows': rows } as CSSProperties}>
      <table
        ref={table}
        role="grid"
        aria-multiselectable="true"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onKeyDown={handleKeyDown}
        onBlur={handleBlur}
      >
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
                <button
                  type="button"
                  onClick={() => store.toggleAll(dayCells(day))}
                  aria-label={t('All of {day}', { day: words.days[day]! })}
                >
                  {words.shortDays[day]}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">
                <button
                  type="button"
                  onClick={() => store.toggleAll(hourCells(hour))}
                  aria-label={t('{hour} every day', { hour: words.hours[hour]! })}
                >
                  {words.hours[hour]}
                </button>
              </th>
              {days.map((day) => (
                <Cell key={day} cell={cellOf(day, hour)} store={store} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}
