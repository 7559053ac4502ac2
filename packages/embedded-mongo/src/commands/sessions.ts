import { keyOf } from '../bson/encode';
import type { Document } from '../bson/values';
import { Transaction } from '../catalog/transaction';
import { fail, MongoError } from '../errors';
import { words } from './known-fields';
import type { Handler, Request } from './request';
import type { Session } from './state';

const LIFETIME = 60_000;
const IN_TRANSACTIONS = words(
  'find getMore killCursors aggregate distinct insert update delete findAndModify create createIndexes',
);

const transient = (code: number, message: string): never => {
  throw new MongoError(code, message, {}, ['TransientTransactionError']);
};

const idOf = (lsid: unknown) => keyOf((lsid as Document | undefined)?.id);

function sessionFor({ command, server }: Request, txnNumber: number): Session {
  const id = idOf(command.lsid);
  const known = server.sessions.get(id) ?? { txnNumber: -1 };
  server.sessions.set(id, known);
  if (txnNumber < known.txnNumber) {
    fail(
      225,
      `Cannot start transaction ${txnNumber} on session because a newer transaction ${known.txnNumber} has already started.`,
    );
  }
  if (txnNumber === known.txnNumber) return known;
  known.transaction?.abort();
  Object.assign(known, { txnNumber, transaction: undefined, reply: undefined });
  if (command.autocommit === false && !command.startTransaction) {
    transient(251, `Given transaction number ${txnNumber} does not match any in-progress transactions.`);
  }
  return known;
}

function begin({ server }: Request, session: Session) {
  session.transaction?.abort();
  const transaction = new Transaction(server.store);
  session.transaction = transaction;
  setTimeout(() => transaction.abort(), LIFETIME).unref();
}

function running({ name }: Request, { transaction, txnNumber }: Session): Transaction {
  if (transaction?.state === 'committed')
    fail(256, `Transaction with { txnNumber: ${txnNumber} } has been committed.`);
  if (transaction?.state !== 'active')
    return transient(251, `Transaction with { txnNumber: ${txnNumber} } has been aborted.`);
  if (!IN_TRANSACTIONS.includes(name)) fail(263, `Cannot run '${name}' in a multi-document transaction.`);
  return transaction;
}

/** The transaction in which a command runs, or a session that stores its reply. */
export function sessionOf(request: Request): { session?: Session; transaction?: Transaction } {
  const { command, name } = request;
  if (command.lsid === undefined || command.txnNumber === undefined) return {};
  const session = sessionFor(request, Number(command.txnNumber));
  if (command.autocommit !== false) return { session };
  if (command.startTransaction) begin(request, session);
  if (name === 'commitTransaction' || name === 'abortTransaction') return {};
  return { transaction: running(request, session) };
}

const ofSession = ({ command, server }: Request) => server.sessions.get(idOf(command.lsid))?.transaction;
const aborted = ({ command }: Request) =>
  transient(251, `Transaction ${String(command.txnNumber)} has been aborted.`);

export const commitTransaction: Handler = async (request) => {
  const transaction = ofSession(request);
  if (!transaction || transaction.state === 'aborted') return aborted(request);
  if (transaction.state === 'active') await transaction.commit();
  await transaction.done;
  return { ok: 1 };
};

export const abortTransaction: Handler = (request) => {
  const transaction = ofSession(request);
  if (transaction?.state === 'committed')
    fail(256, `Transaction ${String(request.command.txnNumber)} has been committed.`);
  if (transaction?.state !== 'active') return aborted(request);
  transaction.abort();
  return { ok: 1 };
};

export const endSessions: Handler = ({ command, server }) => {
  for (const id of (command.endSessions as unknown[]).map(idOf)) {
    server.sessions.get(id)?.transaction?.abort();
    server.sessions.delete(id);
  }
  return { ok: 1 };
};
