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
