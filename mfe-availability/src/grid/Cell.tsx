import { dayAndHour } from '@flint/contracts/week/index';
import { memo, useSyncExternalStore } from 'react';
import type { WeekStore } from '../week-store';
import { cellLabel } from '../words';

interface CellProps {
  readonly cell: number;
  readonly store: WeekStore;
}

/** One hour of the week; renders again only when it changes itself. */
export const Cell = memo(function Cell({ cell, store }: CellProps) {
  const free = useSyncExternalStore(store.subscribe, () => store.has(cell));
  const { day, hour } = dayAndHour(cell);
  return (
    <td
      role="gridcell"
      data-cell={cell}
      tabIndex={-1}
      aria-selected={free}
      aria-label={cellLabel(day, hour, free)}
      className="week__cell"
    >
      <span aria-hidden="true" />
    </td>
  );
});
