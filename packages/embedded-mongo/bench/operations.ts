import type { Model } from 'mongoose';
import { entry, PER_GROUP, type Entry } from './shape';

export interface Operation {
  readonly name: string;
  readonly run: (entries: Model<Entry>, size: number, turn: number) => Promise<unknown>;
}

/** A document far from the previous one. */
const pick = (size: number, turn: number) => (turn * 7919) % size;

let fresh = 10_000_000;

export const OPERATIONS: readonly Operation[] = [
  { name: 'read by _id', run: (entries, size, turn) => entries.findById(pick(size, turn)).lean() },
  {
    name: 'read by unique index',
    run: (entries, size, turn) => entries.findOne({ email: entry(pick(size, turn)).email }).lean(),
  },
  { name: 'insert', run: (entries) => entries.create(entry(fresh++)) },
  {
    name: 'conditional findOneAndUpdate',
    run: (entries, size, turn) =>
      entries.findOneAndUpdate({ _id: pick(size, turn), n: { $gte: 0 } }, { $inc: { n: 1 } }).lean(),
  },
  {
    name: 'indexed range, 20 of it sorted',
    run: (entries, size, turn) =>
      entries
        .find({ group: Math.floor(pick(size, turn) / PER_GROUP), at: { $gte: 0 } })
        .sort({ at: 1 })
        .limit(20)
        .lean(),
  },
];
