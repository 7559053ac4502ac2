import { isDocument } from '../bson/values';
import { fail, MongoError, notOffered } from '../errors';
import type { Handler, Request } from './request';

/** MongoDB's `failCommand`, for tests: an error, a delay before the command, or both. */
export const configureFailPoint: Handler = ({ command, server }) => {
  const { configureFailPoint: name, mode, data = {} } = command as Record<string, unknown>;
  if (name !== 'failCommand') notOffered(`the fail point ${String(name)}`);
  if (!isDocument(data)) return fail(14, "BSON field 'data' is the wrong type, expected type 'object'");
  const { failCommands, errorCode, blockConnection, blockTimeMS, ...others } = data;
  const [other] = Object.keys(others);
  if (other) notOffered(`'${other}' of failCommand`);
  const left = isDocument(mode) ? Number(mode.times ?? 0) : Number.POSITIVE_INFINITY;
  const waitMS = blockConnection ? Number(blockTimeMS ?? 0) : 0;
  server.failPoint =
    mode === 'off'
      ? undefined
      : { left, commands: failCommands as string[], errorCode: errorCode as number | undefined, waitMS };
  return { ok: 1 };
};

export async function failing({ name, server: { failPoint } }: Request): Promise<void> {
  if (!failPoint || failPoint.left <= 0 || !failPoint.commands.includes(name)) return;
  failPoint.left -= 1;
  if (failPoint.waitMS > 0) await new Promise((resolve) => setTimeout(resolve, failPoint.waitMS));
  if (failPoint.errorCode !== undefined)
    throw new MongoError(failPoint.errorCode, "Failing command via 'failCommand' failpoint");
}
