/**
 * Runs work at an interval, never twice at once; failed work is repeated at the next interval. The returned function stops it and resolves
 * when nothing runs.
 */
export function every(
  ms: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { now = false } = {},
): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const next = () =>
    void (running ??= work()
      .catch(onError)
      .finally(() => (running = null)));
  if (now) next();
  const timer = setInterval(next, ms).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
