import type { mongo } from 'mongoose';

/** A change of stored data, forward and back. Both directions can be repeated after a crash. */
export interface Migration {
  /** `<date>-<what>`; migrations run in the order of names, and a released name never changes. */
  readonly name: string;
  up(db: mongo.Db): Promise<void>;
  down(db: mongo.Db): Promise<void>;
}
