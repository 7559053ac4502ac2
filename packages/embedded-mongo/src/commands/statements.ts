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

interface Ran<R> {
  readonly done: (readonly [index: number, result: R])[];
  readonly errors: Document[];
}

/** The statements of one command in order; an ordered command stops at the first refusal. Gives their results and the writeErrors. */
export async function runStatements<S, R>(
  request: Request,
  list: readonly S[],
  prepare: () => void,
  one: (entries: Entries, statement: S) => R,
): Promise<Ran<R>> {
  // counts within itself only: on a full disk the store undoes it and runs it again
  const runFrom = (entries: Entries, from: number): Ran<R> & { locked?: [index: number, Locked] } => {
    const ran: Ran<R> = { done: [], errors: [] };
    for (let index = from; index < list.length; index++) {
      try {
        ran.done.push([index, attempt(request, () => one(entries, list[index] as S))]);
      } catch (error) {
        if (error instanceof Locked) return { ...ran, locked: [index, error] };
        if (!(error instanceof MongoError) || request.transaction) throw error;
        ran.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
        if (request.command.ordered !== false) break;
      }
    }
    return ran;
  };
  const all: Ran<R> = { done: [], errors: [] };
  for (let from = 0; ;) {
    const { done, errors, locked } = await durably(request, prepare, (entries) => runFrom(entries, from));
    for (const each of done) all.done.push(each);
    for (const each of errors) all.errors.push(each);
    if (!locked) return all;
    from = locked[0];
    await request.server.store.waitFor(locked[1].transaction);
  }
}

/** The reply to a write: counts, and errors by index. */
export const writeReply = (n: number, errors: readonly Document[], extra: Document = {}): Document => ({
  n,
  ...extra,
  ...(errors.length > 0 ? { writeErrors: errors } : {}),
  ok: 1,
});
