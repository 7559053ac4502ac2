import { statusOf } from './s3-client';

/** Whether an error of the AWS SDK means that the photo store is out of reach or overloaded; a retry may succeed. */
export function isStoreAbsent(error: unknown): boolean {
  if (!(error instanceof Error) || !('$metadata' in error)) return false;
  const status = statusOf(error);
  return status === undefined || status === 429 || status >= 500;
}
