import type { ReleaseStore } from './store';

/** Once a minute is precise enough for a rule of days. */
const NOTE_EVERY_MS = 60_000;

const keyOf = (id: string, release: string) => `served/${id}/${release}`;

/** Records that a release was served, so that it is not deleted; returns a function that is cheap to call. */
export function servedNotes(store: ReleaseStore, now: () => number = Date.now) {
  const noted = new Map<string, number>();
  return async (id: string, release: string): Promise<void> => {
    const key = keyOf(id, release);
    if (now() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
    noted.set(key, now());
    await store.write(key, new Uint8Array());
  };
}

/** When each release of a remote was last served. */
export async function lastServed(store: ReleaseStore, id: string): Promise<ReadonlyMap<string, Date>> {
  const notes = await store.list(`served/${id}/`);
  return new Map(notes.map(({ key, at }) => [key.split('/')[2] ?? '', at]));
}
