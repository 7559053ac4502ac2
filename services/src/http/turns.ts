/** Runs at most `max` works of each key at once; the others wait, in order. */
export function createTurns(max: number) {
  const keys = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = keys.get(key) ?? { running: 0, waiting: [] };
    keys.set(key, own);
    if (own.running < max) own.running += 1;
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else if (--own.running === 0) keys.delete(key);
    }
  };
}
