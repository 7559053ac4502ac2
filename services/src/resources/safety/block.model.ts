import { modelOf } from '../../infra/model-of';

/** One student blocked another; it applies both ways. */
export interface BlockRecord {
  /** A student's id, or `gone:<mark>` after that account was deleted. */
  blockerId: string;
  blockedId: string;
  /** The blocked student was hidden from the blocker, or unknown, so their name is not shown. Absent in older blocks. */
  isUnseen?: boolean;
  createdAt: Date;
}

export const blocks = modelOf<BlockRecord>(
  'Block',
  'blocks',
  {
    blockerId: { type: String, required: true },
    blockedId: { type: String, required: true, index: true },
    isUnseen: { type: Boolean },
    createdAt: { type: Date, required: true },
  },
  { indexes: [[{ blockerId: 1, blockedId: 1 }, { unique: true }]], isProtective: true },
);
