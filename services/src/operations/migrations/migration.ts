import type { mongo } from 'mongoose';

/** One change of what is stored, forward and back. Both may be repeated after a crash half-way. */
export interface Migration {
  /** `<date>-<what>`; the order of names is the order of work, and a name never changes once released. */
  readonly name: string;
  up(db: mongo.Db): Promise<void>;
  down(db: mongo.Db): Promise<void>;
}
