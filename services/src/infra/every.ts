/**
 * Does timed work, never twice at once; what fails is done again at the next time. The returned function stops that and resolves when
 * nothing runs.
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
