import { ReleaseRefused } from './refused';

/** A file of the release store, and a tag that changes with its bytes. */
export interface Stored {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/**
 * The release store. Keys are paths with slashes (`offers/1.0.0-0a1b2c3d/mf-manifest.json`). No reader sees
 * half a file: each write is atomic.
 */
export interface ReleaseStore {
  /** Its location, for messages. */
  readonly place: string;
  read(key: string): Promise<Stored | null>;
  write(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Compare-and-set: writes only if the file is still the one that was read (`etag`; null: there was none). Returns false, and
   * changes nothing, if another writer was first.
   */
  writeIf(key: string, bytes: Uint8Array, etag: string | null): Promise<boolean>;
  /** Every key that starts with `prefix` (which ends with a slash), with its time of writing. */
  list(prefix: string): Promise<readonly { readonly key: string; readonly at: Date }[]>;
  /** Deletes every key that starts with `prefix`. */
  remove(prefix: string): Promise<void>;
}

const MAX_ATTEMPTS = 200;

/**
 * Writes what `next` makes of the file, by compare-and-set: it gets the file again if another process was faster, so no change is lost. Returns
 * the bytes written. If `next` throws, nothing changes. Throws ReleaseRefused if the file changes all the time.
 */
export async function rewrite(
  store: ReleaseStore,
  key: string,
  next: (stored: Stored | null) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await store.read(key);
    const bytes = await next(stored);
    if (await store.writeIf(key, bytes, stored?.etag ?? null)) return bytes;
  }
  throw new ReleaseRefused(`${store.place} changes faster than it can be written: try again.`);
}
