import { isDocument } from '../bson/values';
import { fail, MongoError, notOffered } from '../errors';
import { failing } from './fail-point';
import { checkFields } from './known-fields';
import type { Handler, Request } from './request';
import { authorize } from './sasl';
import { sessionOf } from './sessions';
import type { Reply, Session } from './state';
import { commands } from './table';

const RETRYABLE_WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

const LEVELS = new Set<unknown>(['local', 'available', 'majority', 'linearizable', 'snapshot']);

function check({ name, command }: Request) {
  const write: unknown = command.writeConcern;
  if (isDocument(write) && write.w !== undefined && ![0, 1, 'majority'].includes(write.w as number)) {
    fail(typeof write.w === 'string' ? 79 : 100, 'Not enough data-bearing nodes');
  }
  const concern: unknown = command.readConcern;
  if (isDocument(concern) && concern.level === 'snapshot' && command.autocommit !== false) {
    fail(72, 'readConcern level snapshot outside a transaction is not supported by the embedded server');
  }
  if (isDocument(concern) && concern.level !== undefined && !LEVELS.has(concern.level))
    fail(
      2,
      `Enumeration value '${String(concern.level)}' for field 'readConcern.level' is not a valid value.`,
    );
  checkFields(name, command);
}

async function inTransaction(handler: Handler, request: Request): Promise<Reply> {
  try {
    return await handler(request);
  } catch (error) {
    // every refusal ends a transaction, as in MongoDB
    request.transaction?.abort();
    throw error;
  }
}

/** A retryable write, whose failure stores nothing: a retry then runs again. */
async function onceIn(session: Session, handler: Handler, request: Request): Promise<Reply> {
  const { txnNumber } = session;
  try {
    return await handler(request);
  } catch (error) {
    if (session.txnNumber === txnNumber) session.reply = undefined;
    throw error;
  }
}

/** Runs one command; throws a MongoError for the client. */
export async function dispatch(request: Request): Promise<Reply> {
  authorize(request);
  const handler = commands.get(request.name) ?? notOffered(`the command '${request.name}'`, 59);
  check(request);
  await failing(request);
  const { session, transaction } = sessionOf(request);
  if (transaction) return inTransaction(handler, { ...request, transaction });
  if (!session || !RETRYABLE_WRITES.has(request.name)) return handler(request);
  return (session.reply ??= onceIn(session, handler, request));
}

export function errorReply(error: unknown): Reply {
  if (error instanceof MongoError) return error.toReply();
  return new MongoError(8, error instanceof Error ? error.message : String(error)).toReply();
}
