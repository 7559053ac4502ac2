import { withoutDeleted } from '@flint/contracts/merge-albums';
import type { Entry, Outbox } from '@flint/remote-kit/data';

/** The album in the outbox: addresses, the first one primary. */
export const ALBUM = ['album', 'album'] as const;

export const urlsOf = (items: readonly { readonly url: string | null }[]): readonly (string | null)[] =>
  items.map(({ url }) => url);

/** Whether a picture of this device is in none of the albums whose addresses are given: it was added after them. */
export const isAddedTo =
  (urls: readonly string[]) =>
  ({ file, url }: { readonly file: unknown; readonly url: string | null }): boolean =>
    file !== null && !urls.some((each) => each === url);

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** How a save ended; `ended`: the student has signed out meanwhile. */
export type Saved =
  | { readonly by: 'stored' | 'failure' | 'ended' }
  | Extract<Entry['hold'], { readonly by: 'refusal' | 'conflict' }>;

/** The album of the server, as this device knows it. */
export const readBase = (outbox: Outbox): readonly string[] =>
  outbox.read<readonly string[]>(...ALBUM).base ?? [];

/** Two albums to choose from, as addresses, after another device changed this one; null without. */
export function disputeOf({ edit, hold }: Entry<readonly string[]>) {
  if (hold?.by !== 'conflict') return null;
  const theirs = hold.theirs ?? [];
  const mine = withoutDeleted({ madeFrom: edit?.madeFrom ?? [], mine: edit?.value ?? [], stored: theirs });
  return { mine, theirs };
}

/** Sends what the student saved or chose. */
export async function flushAlbum(outbox: Outbox): Promise<Saved> {
  await outbox.flush();
  if (outbox.isEnded()) return { by: 'ended' };
  const { edit, hold } = outbox.read(...ALBUM);
  if (!edit) return { by: 'stored' };
  return hold?.by === 'refusal' || hold?.by === 'conflict' ? hold : { by: 'failure' };
}

/** The photo that a field error of POST /photos is about. */
export const indexOf = (pointer = '') => Number(/^\/photos\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN);
