/** For `catch` of a file that is read: null where there is none; any other error is thrown. */
export function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
