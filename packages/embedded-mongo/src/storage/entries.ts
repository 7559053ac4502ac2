/** The value of a key: a stored document, or in an index the number of its record. */
export type Value = Buffer | number;

export interface Entry {
  readonly key: string;
  readonly value: Value;
}

/** A range from `low` up to, not including, `high`. */
export interface Range {
  readonly low: string;
  readonly high: string;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Entries sorted by the bytes of their keys. */
export interface Reader {
  get(key: string): Value | undefined;
  range(range: Range): Entry[];
  count(low: string, high: string): number;
}

/** A reader of one moment; until it is closed, the file keeps what it reads. */
export interface Snapshot extends Reader {
  close(): void;
}
