import type { ReleaseStore } from './store';

/** Once a minute is enough for a rule about days. */
const NOTE_EVERY_MS = 60_000;

const keyOf = (id: string, release: string) => `served/${id}/${release}`;

/** Notes that a browser was sent a file of a release, so that it is kept; answers a function that is cheap to call. */
export function servedNotes(store: ReleaseStore, now: () => number = Date.now) {
  const noted = new Map<string, number>();
  return async (id: string, release: string): Promise<void> => {
    const key = keyOf(id, release);
    if (now() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
    noted.set(key, now());
    await store.write(key, new Uint8Array());
  };
}

/** When each release of a remote was last sent to a browser. */
export async function lastServed(store: ReleaseStore, id: string): Promise<ReadonlyMap<string, Date>> {
  const notes = await store.list(`served/${id}/`);
  return new Map(notes.map(({ key, at }) => [key.split('/')[2] ?? '', at]));
}
