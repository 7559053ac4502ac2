/** Whether a write was refused because a unique index, of that field where one is named, has that value already (MongoDB 11000). */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, keyPattern } = error as { code?: unknown; keyPattern?: object };
  return code === 11_000 && (field === undefined || (keyPattern !== undefined && field in keyPattern));
}
