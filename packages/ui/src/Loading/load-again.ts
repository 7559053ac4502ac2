/** Caches the result of `load`, but not a failure: the next call after one loads again. Rejects as `load` does. */
export function loadAgain<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
