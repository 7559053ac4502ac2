import type { Document } from '../bson/values';
import { Locked, type Entries } from '../catalog/transaction';
import { fail, MongoError } from '../errors';
import { Again } from './modify';
import { namespaceOf, type Request } from './request';

const MOST = 100_000;

/** Runs a write in the session's transaction, or alone: durable when it resolves; retried after a conflicting transaction. */
export async function durably<R>(
  request: Request,
  prepare: () => void,
  work: (entries: Entries) => R,
): Promise<R> {
  const { transaction, server } = request;
  const { store } = server;
  if (!transaction) {
    return store.writeUnlocked(() => {
      prepare();
      return attempt(request, () => work(store));
    });
  }
  if (!store.catalogue.get(namespaceOf(request))) await store.write(prepare);
  return work(transaction);
}

/** One statement. A conflict with a transaction undoes it, and it runs again as a whole. */
function attempt<R>({ server }: Request, work: () => R): R {
  const { locks, engine } = server.store;
  return locks.size === 0 ? work() : engine.attempt(work);
}

/** The statements of a write; 16 for none or too many. */
export function statementsOf<S>(list: unknown): readonly S[] {
  const statements = Array.isArray(list) ? (list as S[]) : [];
  if (statements.length === 0 || statements.length > MOST)
    fail(16, `Write batch sizes must be between 1 and ${MOST}. Got ${statements.length} operations.`);
  return statements;
}

/** Runs a write, and again while what it found before has changed. */
export async function untilFound<R>(work: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Again)) throw error;
    }
  }
}

/** The statements of one command in order; an ordered command stops at the first refusal. Gives the writeErrors. */
export async function runStatements<S>(
  request: Request,
  list: readonly S[],
  prepare: () => void,
  one: (entries: Entries, statement: S, index: number) => void,
): Promise<Document[]> {
  const ordered = request.command.ordered !== false;
  const errors: Document[] = [];
  let next = 0;
  const rest = (entries: Entries): Locked | null => {
    for (; next < list.length; next++) {
      const statement = list[next] as S;
      try {
        attempt(request, () => one(entries, statement, next));
      } catch (error) {
        if (error instanceof Locked) return error;
        if (!(error instanceof MongoError) || request.transaction) throw error;
        errors.push({ index: next, code: error.code, errmsg: error.message, ...error.extra });
        if (ordered) next = list.length;
      }
    }
    return null;
  };
  const { store } = request.server;
  for (;;) {
    const locked = await durably(request, prepare, rest);
    if (!locked) return errors;
    await store.waitFor(locked.transaction);
  }
}

/** The reply to a write: counts, and errors by index. */
export const writeReply = (n: number, errors: readonly Document[], extra: Document = {}): Document => ({
  n,
  ...extra,
  ...(errors.length > 0 ? { writeErrors: errors } : {}),
  ok: 1,
});
