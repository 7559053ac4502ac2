import type { Outbox } from '../outbox/outbox';
import { isSameJson } from '../outbox/same';
import { useEntry, useOutbox } from '../outbox/use-outbox';

/** The kind of entries that stay on this device. */
const DRAFT = 'draft';

/** Whether a draft is work: the question last shown is a bookmark, which nobody misses. */
export const isWork = (name: string): boolean => name !== 'question';

/** Whether this device has unsaved work of the student, on whatever screen. */
export const hasUnsavedWork = (outbox: Pick<Outbox, 'readKind'>): boolean =>
  outbox.readKind(DRAFT).some(([name]) => isWork(name));

export interface UnsavedWork<T> {
  /** Null without unsaved work. An older release may have stored another shape: check it before use. */
  readonly value: T | null;
  put(value: T): void;
  /** Deletes the draft: it was sent, or equals the saved data. */
  drop(): void;
}

/**
 * Unsaved work of one student under a name, such as `offer:<userId>`. It outlives the screen, a reload and a crash of the remote; it ends
 * with `drop` and with signing out. Values are JSON, or a file.
 */
export function useUnsavedWork<T>(name: string): UnsavedWork<T> {
  const outbox = useOutbox();
  const { base } = useEntry<T>(DRAFT, name);
  return {
    value: base,
    put: (value) => void outbox.keep(DRAFT, name, value),
    drop: () => void outbox.keep(DRAFT, name, null),
  };
}

/**
 * The fields of a form as a draft: `[fields, change, drop]`. Fields of another type than in `empty` (a draft of an older release) read as
 * empty.
 */
export function useUnsavedForm<T extends Readonly<Record<string, string>>>(
  name: string,
  empty: T,
): readonly [T, (change: Partial<T>) => void, () => void] {
  const { value, put, drop } = useUnsavedWork<Partial<Record<string, unknown>>>(name);
  const fields = Object.fromEntries(
    Object.entries(empty).map(([field, none]) => {
      const kept = value?.[field];
      return [field, typeof kept === 'string' ? kept : none];
    }),
  ) as T;
  const change = (changed: Partial<T>) => {
    const next = { ...fields, ...changed };
    if (isSameJson(next, empty)) drop();
    else put(next);
  };
  return [fields, change, drop];
}
