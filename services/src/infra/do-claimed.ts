/** Does everything that `claim` returns until it returns null, at most so many at a time. `work` never rejects. */
export async function doClaimed<T>(
  claim: () => Promise<T | null>,
  work: (claimed: T) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for (let claimed = await claim(); claimed !== null; claimed = await claim()) {
    const doing: Promise<void> = work(claimed).finally(() => running.delete(doing));
    running.add(doing);
    if (running.size === atOnce) await Promise.race(running);
  }
  await Promise.all(running);
}
