/** A loader whose answer is kept, and whose failure is not: whoever asks after one makes it load anew. Rejects as `load` did. */
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
