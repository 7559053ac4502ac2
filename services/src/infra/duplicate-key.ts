/** Whether a write failed because a unique index (of that field, if given) has the value already (MongoDB 11000). */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, keyPattern } = error as { code?: unknown; keyPattern?: object };
  return code === 11_000 && (field === undefined || (keyPattern !== undefined && field in keyPattern));
}
