import { useEffect, type RefObject } from 'react';
import type { WeekStore } from '../week-store';

const HOLD_MS = 270;
const EDGE_PX = 48;
const SCROLL_PX = 12;
/** A finger that moves this far before the hold scrolls. */
const SLOP_PX = 8;

interface Stroke {
  readonly pointerId: number;
  readonly paint: ReturnType<WeekStore['beginStroke']>;
  to: number;
}

function cellOfElement(element: Element | null): number | null {
  const found = element?.closest<HTMLElement>('[data-cell]')?.dataset.cell;
  return found === undefined ? null : Number(found);
}

/** The first element captures the pointer; only the position names the current cell. */
const cellUnder = (x: number, y: number) => cellOfElement(document.elementFromPoint(x, y));

/**
 * Painting by pointer: a mouse paints at once, by rectangle, in the mode of its first cell; a finger taps to toggle, scrolls as
 * ever, and paints after a short hold. A cancelled touch puts the week back.
 */
export function usePainting(
  store: WeekStore,
  table: RefObject<HTMLTableElement | null>,
  onFocus: (cell: number) => void,
): void {
  useEffect(() => {
    const element = table.current;
    if (!element) return undefined;
    let stroke: Stroke | null = null;
    let hold: ReturnType<typeof setTimeout> | undefined;
    let touch: { readonly x: number; readonly y: number; readonly cell: number } | null = null;

    const begin = (pointerId: number, cell: number) => {
      stroke = { pointerId, to: cell, paint: store.beginStroke(cell) };
      element.dataset.painting = '';
      stroke.paint(cell);
    };
    const extend = (x: number, y: number) => {
      const to = cellUnder(x, y);
      if (!stroke || to === null || to === stroke.to) return;
      stroke.to = to;
      stroke.paint(to);
    };
    const frame = element.parentElement;
    const scrollAtEdge = (y: number) => {
      if (!frame) return;
      const { top, bottom } = frame.getBoundingClientRect();
      // part of the grid's frame may itself be scrolled out of view
      const [first, last] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
      const step = y < first + EDGE_PX ? -SCROLL_PX : y > last - EDGE_PX ? SCROLL_PX : 0;
      const before = frame.scrollTop;
      frame.scrollTop += step;
      if (frame.scrollTop === before) scrollBy(0, step);
    };
    const end = (cancelled: boolean) => {
      clearTimeout(hold);
      if (cancelled) stroke?.paint(null);
      if (stroke && !cancelled) onFocus(stroke.to);
      stroke = null;
      touch = null;
      delete element.dataset.painting;
    };
    const handleDown = (event: PointerEvent) => {
      const cell = cellOfElement(event.target as Element);
      if (cell === null || !event.isPrimary || event.button !== 0) return;
      if (event.pointerType === 'mouse') {
        event.preventDefault();
        return begin(event.pointerId, cell);
      }
      touch = { x: event.clientX, y: event.clientY, cell };
      hold = setTimeout(() => {
        begin(event.pointerId, cell);
        navigator.vibrate?.(10);
      }, HOLD_MS);
    };
    const handleMove = (event: PointerEvent) => {
      if (stroke?.pointerId === event.pointerId) {
        extend(event.clientX, event.clientY);
        scrollAtEdge(event.clientY);
      } else if (touch && Math.hypot(event.clientX - touch.x, event.clientY - touch.y) > SLOP_PX) {
        end(false);
      }
    };
    const handleUp = () => {
      if (!stroke && touch) {
        store.toggleAll([touch.cell]);
        onFocus(touch.cell);
      }
      end(false);
    };
    const handleCancel = () => end(true);
    // the browser decides at touchstart what scrolls; afterwards only a non-passive touchmove can stop the page
    const handleTouchMove = (event: TouchEvent) => stroke && event.preventDefault();
    const handleMenu = (event: Event) => touch && event.preventDefault();
    element.addEventListener('pointerdown', handleDown);
    element.addEventListener('touchmove', handleTouchMove, { passive: false });
    element.addEventListener('contextmenu', handleMenu);
    addEventListener('pointermove', handleMove);
    addEventListener('pointerup', handleUp);
    addEventListener('pointercancel', handleCancel);
    addEventListener('blur', handleCancel);
    return () => {
      clearTimeout(hold);
      element.removeEventListener('pointerdown', handleDown);
      element.removeEventListener('touchmove', handleTouchMove);
      element.removeEventListener('contextmenu', handleMenu);
      removeEventListener('pointermove', handleMove);
      removeEventListener('pointerup', handleUp);
      removeEventListener('pointercancel', handleCancel);
      removeEventListener('blur', handleCancel);
    };
  }, [store, table, onFocus]);
}
