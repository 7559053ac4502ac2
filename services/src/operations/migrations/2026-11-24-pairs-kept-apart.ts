import { mongo } from 'mongoose';
import { dropCollections, hasCollection, type Migration } from './migration';

interface Pair {
  _id: string;
  by: string;
  about: string;
  reason: string;
  createdAt: Date;
  expiresAt?: Date;
}
interface Thread {
  _id: string;
  initiatorId: string | null;
  inviteeId: string | null;
  updatedAt: Date;
  rounds: { by: 'initiator' | 'invitee'; status: string }[];
}
interface Mark {
  _id: string;
  mark: string;
  leftUntil?: Date;
}

const DECLINE_KEPT_MS = 90 * 86_400_000;
/** The collections of the previous version, with their indexes. */
const EARLIER: Readonly<Record<string, readonly [keys: mongo.IndexSpecification, unique?: boolean][]>> = {
  blocks: [[{ blockerId: 1, blockedId: 1 }, true], [{ blockedId: 1 }]],
  match_hides: [[{ userId: 1 }], [{ hiddenId: 1 }]],
  hidden_contacts: [[{ userId: 1 }], [{ mark: 1 }]],
};

/** What the previous version stored by account, as pairs of ids or marks. */
async function* earlierPairs(db: mongo.Db): AsyncGenerator<Omit<Pair, '_id'>> {
  for await (const { blockerId: by, blockedId: about, createdAt } of db.collection('blocks').find())
    yield { by, about, reason: 'block', createdAt };
  for await (const { userId: by, hiddenId: about, createdAt } of db.collection('match_hides').find())
    yield { by, about, reason: 'not_for_me', createdAt };
  for await (const { userId: by, mark: about } of db.collection('hidden_contacts').find())
    yield { by, about, reason: 'hidden_address', createdAt: new Date(0) };
  const since = new Date(Date.now() - DECLINE_KEPT_MS);
  const declined = { 'rounds.status': 'declined', updatedAt: { $gt: since } };
  for await (const thread of db.collection<Thread>('offer_threads').find(declined)) {
    const { initiatorId, inviteeId, updatedAt: createdAt, rounds } = thread;
    const last = rounds.at(-1)!;
    if (last.status !== 'declined' || !initiatorId || !inviteeId) continue;
    const [by, about] = last.by === 'initiator' ? [inviteeId, initiatorId] : [initiatorId, inviteeId];
    const expiresAt = new Date(createdAt.getTime() + DECLINE_KEPT_MS);
    yield { by, about, reason: 'decline', createdAt, expiresAt };
  }
}

/**
 * Blocks, 'not for me', hidden addresses and declines are pairs of mailboxes now. Ids whose mark is not stored yet are completed at the next
 * start. Back, marks of deleted accounts stay marks in blocks, as they were; 'not for me' about them ends, as it did.
 */
export const pairsApart: Migration = {
  name: '2026-11-24-pairs-kept-apart',
  async up(db) {
    const marks = db.collection<Mark>('contact_marks');
    const markOf = async (id: string) => (await marks.findOne({ _id: id }))?.mark ?? id;
    const pairs = db.collection<Pair>('pairs_apart');
    for await (const { by, about, reason, ...rest } of earlierPairs(db)) {
      const pair = { by: await markOf(by), about: await markOf(about), reason };
      const _id = `${pair.by} ${pair.about} ${reason}`;
      await pairs.updateOne({ _id }, { $setOnInsert: { ...pair, ...rest } }, { upsert: true });
    }
    await dropCollections(db, ...Object.keys(EARLIER));
  },
  async down(db) {
    const marks = db.collection<Mark>('contact_marks');
    // the row of a deleted account names no id
    const idOf = async (mark: string) => (await marks.findOne({ mark, leftUntil: null! }))?._id ?? mark;
    for (const [name, indexes] of Object.entries(EARLIER)) {
      if (!(await hasCollection(db, name))) await db.createCollection(name);
      for (const [keys, unique] of indexes)
        await db.collection(name).createIndex(keys, unique ? { unique } : {});
    }
    const store = (name: string, filter: object, row: object) =>
      db.collection<{ _id: string }>(name).updateOne(filter, { $setOnInsert: row }, { upsert: true });
    for await (const { by, about, reason, createdAt } of db.collection<Pair>('pairs_apart').find()) {
      const [userId, otherId] = [await idOf(by), await idOf(about)];
      if (reason === 'block' || reason === 'report')
        await store('blocks', { blockerId: userId, blockedId: otherId }, { createdAt });
      if (reason === 'hidden_address' && userId !== by)
        await store('hidden_contacts', { _id: `${userId}:${about}` }, { userId, mark: about });
      if (reason === 'not_for_me' && userId !== by && otherId !== about)
        await store('match_hides', { _id: `${userId}:${otherId}` }, { userId, hiddenId: otherId, createdAt });
    }
    await dropCollections(db, 'pairs_apart');
  },
};
