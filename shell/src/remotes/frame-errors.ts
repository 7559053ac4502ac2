const listeners = new Set<(id: string) => void>();

/** Says that the remote with this id threw in its frame. */
export const tellFrameError = (id: string): void => listeners.forEach((listener) => listener(id));

/** Listens to what remotes throw in their frames, by their ids. Returns a function that ends it. */
export function listenToFrames(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
