import { cellOf, DAYS, HOURS } from '@flint/contracts/week/index';
import { useCallback, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { allCells, type WeekStore } from '../week-store';

const PAGE_HOURS = 6;
const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));

/** Where a key leads from a day and hour (WAI-ARIA APG, Grid); null for other keys. */
export function nextCell(cell: number, key: string, ctrl: boolean): number | null {
  const [day, hour] = [Math.floor(cell / HOURS), cell % HOURS];
  const at = (d: number, h: number) => cellOf(clamp(d, DAYS - 1), clamp(h, HOURS - 1));
  switch (key) {
    case 'ArrowLeft':
      return at(day - 1, hour);
    case 'ArrowRight':
      return at(day + 1, hour);
    case 'ArrowUp':
      return at(day, hour - 1);
    case 'ArrowDown':
      return at(day, hour + 1);
    case 'Home':
      return ctrl ? at(0, 0) : at(0, hour);
    case 'End':
      return ctrl ? at(DAYS - 1, HOURS - 1) : at(DAYS - 1, hour);
    case 'PageUp':
      return at(day, hour - PAGE_HOURS);
    case 'PageDown':
      return at(day, hour + PAGE_HOURS);
    default:
      return null;
  }
}

/**
 * Keys of the grid: arrows and page keys move, Space or Enter toggles, Shift with a movement paints the rectangle from where Shift went
 * down, in the mode of its first cell; Ctrl+A toggles the week. One cell is in the tab order.
 */
export function useGridKeyboard(store: WeekStore, table: RefObject<HTMLTableElement | null>) {
  const current = useRef(cellOf(1, 9));
  const stroke = useRef<ReturnType<WeekStore['beginStroke']> | null>(null);
  const focusCell = useCallback(
    (cell: number) => {
      const find = (id: number) => table.current?.querySelector<HTMLElement>(`[data-cell="${id}"]`);
      find(current.current)?.setAttribute('tabindex', '-1');
      current.current = cell;
      const next = find(cell);
      next?.setAttribute('tabindex', '0');
      next?.focus();
    },
    [table],
  );
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).dataset.cell) return;
    const cell = current.current;
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      stroke.current = null;
      store.toggleAll([cell]);
      return;
    }
    if (ctrl && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      stroke.current = null;
      store.toggleAll(allCells());
      return;
    }
    const next = nextCell(cell, event.key, ctrl);
    if (next === null) return;
    event.preventDefault();
    stroke.current = event.shiftKey ? (stroke.current ?? store.beginStroke(cell)) : null;
    stroke.current?.(next);
    focusCell(next);
  };
  /** The week may be changed by other means before the focus is back. */
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget as HTMLElement | null)?.dataset.cell) stroke.current = null;
  };
  return { handleKeyDown, handleBlur, focusCell, currentCell: current };
}
