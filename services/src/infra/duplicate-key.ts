/** Whether a write failed because a unique index (of that field, if given) has the value already (MongoDB 11000). */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, keyPattern } = error as { code?: unknown; keyPattern?: object };
  return code === 11_000 && (field === undefined || (keyPattern !== undefined && field in keyPattern));
}

/** For `catch` of a write that another one may have made already: its value then; any other error is thrown. */
export const onDuplicate =
  <T>(otherwise: () => T) =>
  (error: unknown): T => {
    if (isDuplicateKey(error)) return otherwise();
    throw error;
  };

const TRIES = 20;

/**
 * Runs a compare-and-set: an upsert whose filter names the id and what was read, so that a document changed since collides with itself. After a
 * collision it runs again; `write` reads again. Of several at once one always succeeds. Throws the last collision.
 */
export async function retryCollisions<T>(write: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await write();
    } catch (error) {
      if (left <= 1 || !isDuplicateKey(error, '_id')) throw error;
    }
  }
}
