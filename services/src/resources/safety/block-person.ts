import { Types } from 'mongoose';
import { journalOf } from '../../infra/journal';
import { endOpenOffersBetween } from '../offers/index';
import type { Deps } from '../resource';
import { blocks, type BlockRecord } from './block.model';

/** Blocks a person and ends what is open between the two, in one transaction. A repeated block keeps the first time. */
export async function blockPerson(
  deps: Deps,
  blockerId: string,
  blockedId: string,
  isUnseen = false,
): Promise<BlockRecord> {
  // the model would record the block in the journal before the commit
  const { collection } = blocks(deps.db);
  const pair = { blockerId, blockedId };
  const fresh = {
    _id: new Types.ObjectId(),
    ...pair,
    createdAt: deps.clock.now(),
    ...(isUnseen && { isUnseen }),
  };
  const block = await endOpenOffersBetween(deps, blockerId, blockedId, async (session) => {
    const first = await collection.findOne(pair, { session });
    if (!first) await collection.insertOne({ ...fresh }, { session });
    return (first as unknown as typeof fresh | null) ?? fresh;
  });
  await journalOf(deps.db).keep(collection.collectionName, [block._id]);
  return block;
}
