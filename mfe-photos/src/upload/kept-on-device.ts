import type { Outbox } from '@flint/remote-kit/data';

/** Of the drafts of added pictures; the id of the photo follows. */
const PICTURE = 'picture:';

/** Keeps an added picture until it is saved; null drops it. */
export const keepPicture = (outbox: Outbox, id: string, file: File | null): void =>
  void outbox.keep('draft', PICTURE + id, file);

/** The pictures that are kept, by id. */
export const keptPictures = (outbox: Outbox): ReadonlyMap<string, File> =>
  new Map(
    outbox
      .readKind('draft')
      .flatMap(([name, { base }]) =>
        name.startsWith(PICTURE) && base instanceof Blob
          ? [[name.slice(PICTURE.length), base as File] as const]
          : [],
      ),
  );

const removals = new WeakMap<Outbox, Set<string>>();

/** Photos of a student whose removal can no longer be undone; the screen may have been left and opened again since it began. */
export function removedBy(outbox: Outbox): Set<string> {
  const removed = removals.get(outbox) ?? new Set<string>();
  removals.set(outbox, removed);
  return removed;
}
