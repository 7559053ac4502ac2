import { Schema, type Connection } from 'mongoose';

/** A document of about 2 kB with three indexes beside `_id`. */
export interface Entry {
  readonly _id: number;
  readonly email: string;
  readonly group: number;
  readonly at: number;
  readonly n: number;
  readonly text: string;
}

const schema = new Schema<Entry>(
  {
    _id: Number,
    email: { type: String, unique: true },
    group: Number,
    at: Number,
    n: { type: Number, index: true },
    text: String,
  },
  { versionKey: false },
).index({ group: 1, at: 1 });

export const PER_GROUP = 100;

export const entry = (id: number): Entry => ({
  _id: id,
  email: `student-${id}@campus.example`,
  group: Math.floor(id / PER_GROUP),
  at: id,
  n: 0,
  text: 'x'.repeat(1900),
});

export const entriesOn = (connection: Connection) => connection.model<Entry>('Entry', schema);
