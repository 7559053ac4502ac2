import { t } from '@flint/texts';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Album } from '../upload/use-album';

/** A press that moves less than this is a click. */
const START_PX = 6;

interface Drag {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly started: boolean;
}

const photoAt = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-photo]')?.dataset['photo'])
    .find((id) => id !== undefined);

/** Ordering by pointer (mouse anywhere on a photo, touch by its handle) and by keys on the handle: arrows, Home, End. */
export function useReorder({ items, move }: Pick<Album, 'items' | 'move'>) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef({ items, move });
  useEffect(() => {
    latest.current = { items, move };
  });

  const moveTo = (id: string, to: number) => {
    const { items: all, move: moveItem } = latest.current;
    const at = Math.min(all.length - 1, Math.max(0, to));
    if (all[at]?.id === id) return;
    moveItem(id, at);
    const values = { place: at + 1, of: all.length };
    setAnnouncement(
      at === 0
        ? t('Moved to place {place} of {of}, the primary photo.', values)
        : t('Moved to place {place} of {of}.', values),
    );
  };

  const dragging = drag !== null;
  useEffect(() => {
    if (!dragging) return undefined;
    const handleMove = ({ clientX, clientY }: globalThis.PointerEvent) =>
      setDrag((before) => {
        if (!before) return null;
        const far = Math.hypot(clientX - before.x, clientY - before.y) >= START_PX;
        return before.started || !far ? before : { ...before, started: true };
      });
    const handleEnd = () => setDrag(null);
    addEventListener('pointermove', handleMove);
    addEventListener('pointerup', handleEnd);
    addEventListener('pointercancel', handleEnd);
    return () => {
      removeEventListener('pointermove', handleMove);
      removeEventListener('pointerup', handleEnd);
      removeEventListener('pointercancel', handleEnd);
    };
  }, [dragging]);

  const draggedId = drag?.started ? drag.id : null;
  useEffect(() => {
    if (draggedId === null) return undefined;
    const handleMove = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const over = photoAt(clientX, clientY);
      if (over && over !== draggedId)
        moveTo(
          draggedId,
          latest.current.items.findIndex(({ id }) => id === over),
        );
    };
    addEventListener('pointermove', handleMove);
    return () => removeEventListener('pointermove', handleMove);
  }, [draggedId]);

  const press = (id: string, { clientX, clientY }: PointerEvent) =>
    setDrag({ id, x: clientX, y: clientY, started: false });

  return {
    draggedId,
    announcement,
    /** For the photo: a mouse can start a drag anywhere but on the buttons. */
    handleCardPress(id: string, event: PointerEvent) {
      const onButton = event.target instanceof Element && event.target.closest('button, label, input');
      if (event.pointerType === 'mouse' && event.button === 0 && !onButton) press(id, event);
    },
    handleGripPress: press,
    moveTo,
    handleGripKey(id: string, event: KeyboardEvent) {
      const at = items.findIndex((item) => item.id === id);
      const to = {
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        Home: 0,
        End: items.length - 1,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      moveTo(id, to);
    },
  };
}

export type Reorder = ReturnType<typeof useReorder>;
