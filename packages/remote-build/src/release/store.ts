/** A file of the releases place, and a tag that changes with its bytes. */
export interface Stored {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/**
 * The place releases are kept in. Keys are paths with slashes (`offers/1.0.0-0a1b2c3d/mf-manifest.json`). Nobody reads
 * half a file: each write shows as a whole or not at all.
 */
export interface ReleaseStore {
  /** Where it is, for messages. */
  readonly place: string;
  read(key: string): Promise<Stored | null>;
  write(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Compare-and-set: writes only while the file is still the one read (`etag`; null: there was none). Answers false, and
   * changes nothing, when somebody else was first.
   */
  writeIf(key: string, bytes: Uint8Array, etag: string | null): Promise<boolean>;
  /** Every key that starts with `prefix` (which ends with a slash), and when it was written. */
  list(prefix: string): Promise<readonly { readonly key: string; readonly at: Date }[]>;
  /** Removes every key that starts with `prefix`. */
  remove(prefix: string): Promise<void>;
}
