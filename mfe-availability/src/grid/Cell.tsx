import { dayAndHour, HOURS } from '@flint/contracts/week/index';
import { memo, useSyncExternalStore } from 'react';
import type { WeekStore } from '../week-store';
import { cellLabel, spanLabel } from '../words';

interface CellProps {
  readonly cell: number;
  readonly store: WeekStore;
}

/** Whether the cells of a day are adjacent. */
const isSameDay = (cell: number, other: number) => Math.floor(cell / HOURS) === Math.floor(other / HOURS);

/** Position of an hour in its block: '' when busy, else the number of hours from it on (0 when it is not the first), and '+' when more follow. */
function placeOf(store: WeekStore, cell: number): string {
  if (!store.has(cell)) return '';
  const isFree = (other: number) => isSameDay(cell, other) && store.has(other);
  let length = 0;
  if (!isFree(cell - 1)) while (isFree(cell + length)) length++;
  return `${length}${isFree(cell + 1) ? '+' : ''}`;
}

/** One hour of the week; renders again only when it, or the block that begins with it, changes. */
export const Cell = memo(function Cell({ cell, store }: CellProps) {
  const place = useSyncExternalStore(store.subscribe, () => placeOf(store, cell));
  const free = place !== '';
  const length = Number.parseInt(place, 10);
  const { day, hour } = dayAndHour(cell);
  return (
    <td
      role="gridcell"
      data-cell={cell}
      data-first={length > 0 || undefined}
      data-more={place.endsWith('+') || undefined}
      tabIndex={-1}
      aria-selected={free}
      aria-label={cellLabel(day, hour, free)}
      className="week__cell"
    >
      <span className="f-center" aria-hidden="true">
        {length > 0 && spanLabel(hour, length)}
      </span>
    </td>
  );
});
