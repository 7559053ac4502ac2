import type { mongo } from 'mongoose';
import { cipherOf, sealedUnder } from '../infra/field-cipher';
import { openJournal } from '../infra/journal';
import type { Lease } from '../infra/lease';
import { assertHeld } from '../infra/lock';
import { partsOf } from '../infra/parts-of';
import { DATA, dataKeys, type DataKeys } from '../infra/processes';
import type { Deps } from '../resources/resource';

/** Number of documents that a restore replayed, by collection; `erased` counts accounts that were erased again. */
export type Replayed = Record<string, number>;

export interface State {
  readonly at: Date;
  readonly id: unknown;
  /** Null if it was deleted. */
  readonly document: mongo.Document | null;
}

/** The last states of documents, by collection and id. */
export type States = Map<string, Map<string, State>>;

/** The last state of every document that was written to protect students since an instant, and the erased accounts. */
export async function readActs(
  deps: Deps,
  since: Date,
): Promise<{ last: States; erased: Map<string, Date> }> {
  const erased = new Map<string, Date>();
  const last: States = new Map();
  for await (const act of openJournal(deps).since(since)) {
    if ('erased' in act) {
      erased.set(act.erased, act.at);
      continue;
    }
    const { at } = act;
    const states = last.get(act.collection) ?? new Map<string, State>();
    last.set(act.collection, states);
    for (const id of act.removed) states.set(String(id), { at, id, document: null });
    for (const document of act.documents)
      states.set(String(document._id), { at, id: document._id, document });
  }
  return { last, erased };
}

/** So many ids fit in one command. */
export const IDS_AT_ONCE = 10_000;

/** Stores those states. Returns the number of documents, by collection. */
export async function storeStates({ db }: Deps, last: States, lease: Lease): Promise<Replayed> {
  const replayed: Replayed = {};
  for (const [name, states] of last) {
    const collection = db.db!.collection<{ _id: unknown }>(name);
    const ids = [...states.values()].map(({ id }) => id);
    const documents = [...states.values()].flatMap(({ document }) => document ?? []);
    // all deletes first: one document after another could collide in a unique index
    for (const part of partsOf(ids, IDS_AT_ONCE)) {
      assertHeld(lease);
      await collection.deleteMany({ _id: { $in: part as never[] } });
    }
    for (const part of partsOf(documents, IDS_AT_ONCE)) {
      assertHeld(lease);
      await collection.insertMany(part as never[]);
    }
    replayed[name] = ids.length;
  }
  return replayed;
}

function* keysIn(value: unknown): Generator<string> {
  const id = sealedUnder(value);
  if (id !== null) yield id;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* keysIn(inner);
}

/** The fingerprints of the data keys under which the journal's documents are sealed, that of the newest last. Throws if this process lacks one. */
export function keysOf(deps: Deps, last: States): string[] {
  const states = [...last.values()].flatMap((each) => [...each.values()]);
  const newestFirst = states.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const ids = [...new Set(newestFirst.flatMap(({ document }) => [...keysIn(document)]))].toReversed();
  return ids.map((id) => {
    const key = cipherOf(deps).fingerprints.get(id);
    if (!key) throw new Error(`the journal is sealed under the key '${id}', which DATA_KEYS lacks: add it`);
    return key;
  });
}

/** Throws if the journal is damaged, or this process lacks a key of what a restore would replay. */
export async function checkJournal(deps: Deps, since: Date): Promise<void> {
  keysOf(deps, (await readActs(deps, since)).last);
}

/**
 * Adds keys to those that a process needs to start. The backup may be older than a rotation to the last of them, which then counts as not
 * ended; one that was retired by the backup was rotated from.
 */
export async function nameKeys({ db }: Deps, keys: readonly string[]): Promise<void> {
  const named = await dataKeys(db).findOne(DATA).lean<DataKeys>();
  const missing = keys.filter((key) => !named?.inUse.includes(key));
  if (!named || missing.length === 0) return;
  const newest = missing.findLast((key) => !named.retired.includes(key));
  await dataKeys(db).updateOne(DATA, {
    $addToSet: { inUse: { $each: missing } },
    $pullAll: { retired: missing },
    $set: { rotatingTo: newest ?? named.rotatingTo ?? named.seals },
  });
}
