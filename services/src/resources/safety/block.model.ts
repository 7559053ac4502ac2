import { Schema, type Connection, type Model } from 'mongoose';

/** One person blocked another; it works both ways. */
export interface BlockRecord {
  /** A student's id, or `gone:<mark>` after that account was deleted. */
  blockerId: string;
  blockedId: string;
  /** The blocked one was hidden from the blocker, or not there: their name is not told. Absent in older blocks. */
  isUnseen?: boolean;
  createdAt: Date;
}

const schema = new Schema<BlockRecord>(
  {
    blockerId: { type: String, required: true },
    blockedId: { type: String, required: true, index: true },
    isUnseen: { type: Boolean },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'blocks' },
);
schema.index({ blockerId: 1, blockedId: 1 }, { unique: true });

export const blocks = (db: Connection) =>
  (db.models.Block as Model<BlockRecord>) ?? db.model<BlockRecord>('Block', schema);
