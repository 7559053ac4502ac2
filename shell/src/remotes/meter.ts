/** Returns whether it was called more than `most` times in `ms`, which begin with a call. */
export function meter(most: number, ms: number): () => boolean {
  let [count, since] = [0, -Infinity];
  return () => {
    const now = performance.now();
    if (now - since > ms) [count, since] = [0, now];
    count += 1;
    return count > most;
  };
}
