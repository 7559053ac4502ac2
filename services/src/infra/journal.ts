import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@flint/contracts/time';
import { mongo, type ClientSession, type Connection } from 'mongoose';
import type { Env } from '../env';
import { lock, unlock } from './aes-gcm';
import type { Clock } from './clock';
import { deriveKey } from './derive-key';
import type { FileStore } from './file-store';
import { afterCommit } from './in-transaction';
import { fileStoreOf } from './photo-store';
import { decodeRecord, encodeRecord } from './records';

/** What somebody did to protect a student: the state of some documents afterwards, or an erased account. */
export type Act =
  | {
      readonly at: Date;
      readonly collection: string;
      readonly documents: readonly mongo.Document[];
      /** Ids of documents that no longer exist. */
      readonly removed: readonly unknown[];
    }
  | { readonly at: Date; readonly erased: string };

interface Needs {
  readonly env: Env;
  readonly db: Connection;
  readonly clock: Clock;
  readonly secret: Buffer;
  readonly dataDir: string;
}

export interface Journal {
  /**
   * Notes documents before they are written, in the transaction that writes them if there is one. The returned function keeps them once they
   * are written; after a commit it is called by itself. If the process ends before, `ship` does it.
   */
  note(
    collection: string,
    ids: readonly unknown[],
    session?: ClientSession | null,
  ): Promise<() => Promise<void>>;
  /** Stores the current state of these documents. Resolves when it is stored outside the database, or waits in it. */
  keep(collection: string, ids: readonly unknown[]): Promise<void>;
  /** Stores that an account is erased, by its id, and since when. */
  keepErasure(userId: string, at: Date): Promise<void>;
  /** Moves acts that wait in the database into the store, and keeps documents that were noted that long ago. */
  ship(notedMs?: number): Promise<void>;
  /** Acts in the store at and after an instant, oldest first. Rejects, naming the file, if one is damaged. */
  since(instant: Date): AsyncGenerator<Act>;
  /** Deletes acts of days that are too old, counted from the newest days but seven: a clock that is ahead has written those. */
  dropOld(): Promise<void>;
}

/** How long acts and records of erasures are kept: longer than any backup may be. An older backup would bring deleted students back. */
export const JOURNAL_DAYS = 400;

/** So many of the newest days are not believed: by a clock that was a year ahead, all others would be too old. */
const DOUBTED_DAYS = 7;

/** Where acts wait while the store is out of reach, and documents are noted. */
export const WAITING = 'journal_waiting';
type Waiting = { readonly _id: string } & (
  | { readonly bytes: mongo.Binary }
  | { readonly collection: string; readonly ids: unknown[] }
);
/** Longer than a write takes. */
const NOTED_MS = 60_000;
/** Longest time a request waits for the store. */
const PATIENCE_MS = 1_000;

/** `<day>/<instant>`: names begin with it, so they sort by time. */
const timeOf = (at: Date) => `${at.toISOString().slice(0, 10)}/${String(at.getTime()).padStart(14, '0')}`;

let counter = 0;
/** A name that no other act has, after all earlier ones of this process. */
const newName = (at: Date) => {
  counter = (counter + 1) % 1_000_000;
  return `${timeOf(at)}-${String(counter).padStart(6, '0')}-${randomBytes(6).toString('hex')}`;
};

async function storeSoon(store: FileStore, key: string, bytes: Buffer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store of the journal is slow')), PATIENCE_MS);
  });
  await Promise.race([store.write(key, bytes), late]).finally(() => clearTimeout(timer));
}

function createJournal({ env, db, clock, secret, dataDir }: Needs): Journal {
  const store = fileStoreOf({ env, dataDir }, 'journal');
  const key = deriveKey(secret, 'journal');
  const waiting = () => db.db!.collection<Waiting>(WAITING);
  const append = async (name: string, act: Act) => {
    const bytes = lock(key, name, encodeRecord(act));
    try {
      await storeSoon(store, name, bytes);
    } catch {
      await waiting().insertOne({ _id: name, bytes: new mongo.Binary(bytes) });
    }
  };
  const read = async (name: string): Promise<Act> => {
    try {
      return decodeRecord(unlock(key, name, (await store.read(name))!)) as Act;
    } catch (error) {
      throw new Error(`journal/${name} is damaged, or was written under another FLINT_SECRET`, {
        cause: error,
      });
    }
  };
  const journal: Journal = {
    async note(collection, ids, session) {
      const _id = newName(clock.now());
      const options = session ? { session } : {};
      await waiting().insertOne({ _id, collection, ids: [...ids] }, options);
      const keep = async () => {
        await journal.keep(collection, ids);
        await waiting().deleteOne({ _id });
      };
      if (session) afterCommit(session, keep);
      return keep;
    },
    async keep(collection, ids) {
      if (ids.length === 0) return;
      // named before the documents are read: the act that read a later state then has the later name
      const at = clock.now();
      const name = newName(at);
      const found = db.db!.collection(collection).find({ _id: { $in: [...ids] as never[] } }, { raw: true });
      const documents = ((await found.toArray()) as unknown as Uint8Array[]).map(decodeRecord);
      const left = new Set(documents.map(({ _id }) => String(_id)));
      await append(name, { at, collection, documents, removed: ids.filter((id) => !left.has(String(id))) });
    },
    async keepErasure(userId, at) {
      // named by now: an act that comes late must not sort before a backup that lacks it
      await append(newName(clock.now()), { at, erased: userId });
    },
    async ship(notedMs = NOTED_MS) {
      const before = timeOf(new Date(clock.now().getTime() - notedMs));
      for await (const act of waiting().find()) {
        if ('bytes' in act) await store.write(act._id, act.bytes.buffer);
        else if (act._id < before) await journal.keep(act.collection, act.ids);
        else continue;
        await waiting().deleteOne({ _id: act._id });
      }
    },
    async *since(instant) {
      const names: string[] = [];
      for await (const name of store.list(timeOf(instant))) names.push(name);
      for (const name of names.toSorted()) yield await read(name);
    },
    async dropOld() {
      const days = new Set<string>();
      for await (const name of store.list()) days.add(name.split('/')[0]!);
      const last = [...days].toSorted().at(-1 - DOUBTED_DAYS);
      if (!last) return;
      const at = Math.min(clock.now().getTime(), Date.parse(last));
      const [first = ''] = timeOf(new Date(at - JOURNAL_DAYS * DAY_MS)).split('/');
      for (const day of days) if (day < first) await store.removeAll(day);
    },
  };
  return journal;
}

const journals = new WeakMap<Connection, Journal>();

/** Opens the journal of a database; models that record their writes need it. Repeated calls return the first. */
export function openJournal(needs: Needs): Journal {
  const journal = journals.get(needs.db) ?? createJournal(needs);
  journals.set(needs.db, journal);
  return journal;
}

/** The open journal of a database. Throws if there is none, so that no protective act is written without it. */
export function journalOf(db: Connection): Journal {
  const journal = journals.get(db);
  if (!journal) throw new Error('open the journal of this database before writing what protects students');
  return journal;
}
