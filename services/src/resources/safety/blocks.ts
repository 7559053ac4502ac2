import type { ClientSession } from 'mongoose';
import { readPaced } from '../../infra/paced';
import type { Deps } from '../resource';
import { blocks, type BlockRecord } from './block.model';
import { GONE, markOf } from './marks';

/** Whether either has blocked the other. */
export async function isBlockedBetween(
  { db }: Deps,
  a: string,
  b: string,
  session: ClientSession | null = null,
): Promise<boolean> {
  const either = [
    { blockerId: a, blockedId: b },
    { blockerId: b, blockedId: a },
  ];
  return (await blocks(db).exists({ $or: either }).session(session)) !== null;
}

/** Everybody this student blocked or was blocked by. */
export async function blockedIds({ db }: Deps, userId: string): Promise<ReadonlySet<string>> {
  const either = [{ blockerId: userId }, { blockedId: userId }];
  const found = await blocks(db).find({ $or: either }).lean();
  return new Set(found.map(({ blockerId, blockedId }) => (blockerId === userId ? blockedId : blockerId)));
}

/** Every block; deleted accounts appear by mark. */
export const everyBlock = ({ db }: Pick<Deps, 'db'>): AsyncIterable<BlockRecord> =>
  readPaced(blocks(db).find());

/** The blocks a student made, newest first, without deleted accounts. */
export async function ownBlocks({ db }: Deps, blockerId: string): Promise<BlockRecord[]> {
  const found = await blocks(db).find({ blockerId }).sort({ createdAt: -1 }).lean();
  return found.filter(({ blockedId }) => !blockedId.startsWith(GONE));
}

/**
 * Whom this student blocked. A view hides only those: whoever was blocked sees the ordinary end of what they had, and keeps seeing it.
 */
export const blockedBy = async (deps: Deps, userId: string): Promise<ReadonlySet<string>> =>
  new Set((await ownBlocks(deps, userId)).map(({ blockedId }) => blockedId));

/** Removes an own block, if there is one. */
export async function liftBlock({ db }: Deps, blockerId: string, blockedId: string): Promise<void> {
  await blocks(db).deleteOne({ blockerId, blockedId });
}

/** Moves the blocks of one id to another. Safe to repeat. */
export async function moveBlocks({ db }: Pick<Deps, 'db'>, from: string, to: string): Promise<void> {
  const found = await blocks(db)
    .find({ $or: [{ blockerId: from }, { blockedId: from }] })
    .lean();
  for (const { _id, blockerId, blockedId, ...rest } of found) {
    const pair = {
      blockerId: blockerId === from ? to : blockerId,
      blockedId: blockedId === from ? to : blockedId,
    };
    if (pair.blockerId !== pair.blockedId)
      await blocks(db).updateOne(pair, { $setOnInsert: rest }, { upsert: true });
    await blocks(db).deleteOne({ _id });
  }
}

/** Replaces the id of an erased account in its blocks by the mailbox's mark; without an address the blocks are deleted. */
export async function anonymizeBlocks(deps: Deps, userId: string, email: string | null): Promise<void> {
  if (email) await moveBlocks(deps, userId, markOf(deps, email));
  else await blocks(deps.db).deleteMany({ $or: [{ blockerId: userId }, { blockedId: userId }] });
}

/** Restores the blocks of their mailbox to a student who registers again (decisions/012). Safe to repeat. */
export async function adoptBlocks(deps: Deps, userId: string, email: string): Promise<void> {
  await moveBlocks(deps, markOf(deps, email), userId);
}
