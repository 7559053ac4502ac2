import { isDocument, type Document } from '../bson/values';
import { fail, MongoError } from '../errors';
import type { Handler, Request } from './request';

const TRANSIENT = new Set([24, 112, 246, 251, 267]);
const RETRYABLE = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

export const configureFailPoint: Handler = ({ command, server }) => {
  if (command.configureFailPoint !== 'failCommand') {
    return fail(
      2,
      `the embedded server knows only the fail point failCommand, not ${String(command.configureFailPoint)}`,
    );
  }
  const { mode, data } = command;
  const left = isDocument(mode) ? Number(mode.times ?? 0) : Number.POSITIVE_INFINITY;
  server.failPoint = mode === 'off' ? undefined : { left, data: (data ?? {}) as Document };
  return { ok: 1 };
};

function labelsFor({ name, command }: Request, code: number): string[] {
  if (name === 'commitTransaction') return RETRYABLE.has(code) ? ['RetryableWriteError'] : [];
  if (command.autocommit === false) {
    return TRANSIENT.has(code) || RETRYABLE.has(code) ? ['TransientTransactionError'] : [];
  }
  return command.txnNumber !== undefined && RETRYABLE.has(code) ? ['RetryableWriteError'] : [];
}

/** What the fail point does to this command: throws, closes the connection, or gives what to add to its reply. */
export async function failing(request: Request): Promise<Document> {
  const { failPoint } = request.server;
  const {
    failCommands,
    blockConnection,
    blockTimeMS,
    closeConnection,
    errorCode,
    errorLabels,
    writeConcernError,
  } = failPoint?.data ?? {};
  const applies = Array.isArray(failCommands) && failCommands.includes(request.name);
  if (!failPoint || !applies || failPoint.left <= 0) return {};
  failPoint.left -= 1;
  if (blockConnection) await new Promise((resolve) => setTimeout(resolve, Number(blockTimeMS ?? 0)));
  if (closeConnection) {
    request.connection.close();
    return fail(9001, 'the connection was closed by failCommand');
  }
  if (errorCode !== undefined) {
    const code = Number(errorCode);
    const labels = (errorLabels as string[] | undefined) ?? labelsFor(request, code);
    throw new MongoError(code, "Failing command via 'failCommand' failpoint", {}, labels);
  }
  if (!isDocument(writeConcernError)) return {};
  const retryable = RETRYABLE.has(Number(writeConcernError.code)) ? ['RetryableWriteError'] : [];
  return { writeConcernError, errorLabels: (errorLabels as string[] | undefined) ?? retryable };
}
