import { isDocument } from '../bson/values';
import { fail, MongoError } from '../errors';
import { failing } from './fail-point';
import { checkFields } from './known-fields';
import type { Request } from './request';
import { authorize } from './sasl';
import { sessionOf } from './sessions';
import type { Reply } from './state';
import { commands } from './table';

const RETRYABLE_WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify']);

function check({ name, command }: Request) {
  if (command.apiVersion !== undefined && command.apiVersion !== '1') {
    fail(322, `API version ${String(command.apiVersion)} is not supported`);
  }
  const write: unknown = command.writeConcern;
  if (isDocument(write) && write.w !== undefined && ![0, 1, 'majority'].includes(write.w as number)) {
    fail(typeof write.w === 'string' ? 79 : 100, 'Not enough data-bearing nodes');
  }
  const concern: unknown = command.readConcern;
  if (isDocument(concern) && concern.level === 'snapshot' && command.autocommit !== false) {
    fail(72, 'readConcern level snapshot outside a transaction is not supported by the embedded server');
  }
  checkFields(name === 'findandmodify' ? 'findAndModify' : name, command);
}

async function inTransaction(request: Request): Promise<Reply> {
  const { transaction } = request;
  try {
    return await run(request);
  } catch (error) {
    // any refusal ends a transaction, as on MongoDB
    transaction?.abort();
    throw error;
  }
}

const run = async (request: Request): Promise<Reply> =>
  (commands[request.name] ?? fail(59, `no such command: '${request.name}'`))(request);

/** Runs one command; throws MongoError with what the client is to be told. */
export async function dispatch(request: Request): Promise<Reply> {
  authorize(request);
  if (!Object.hasOwn(commands, request.name)) fail(59, `no such command: '${request.name}'`);
  check(request);
  const added = await failing(request);
  const { session, transaction } = sessionOf(request);
  if (session?.reply) return session.reply;
  const reply = transaction ? await inTransaction({ ...request, transaction }) : await run(request);
  if (session && RETRYABLE_WRITES.has(request.name)) session.reply = reply;
  return Object.keys(added).length > 0 ? { ...reply, ...added } : reply;
}

/** The reply that tells an error, whatever it is. */
export function errorReply(error: unknown): Reply {
  if (error instanceof MongoError) return error.toReply();
  return {
    ok: 0,
    errmsg: error instanceof Error ? error.message : String(error),
    code: 8,
    codeName: 'UnknownError',
  };
}
