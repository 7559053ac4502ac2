import { t } from '@flint/texts';

export type Kept = readonly [key: string, text: string, isOnItsWay: boolean];

/** Shows the notices that closed pages stored under these names, each until it is seen. Loaded only if there are some. */
export function tellKept(
  names: readonly string[],
  tell: (key: string, why: string, onSeen: () => void) => void,
  signal: AbortSignal,
  untilStopped: () => Promise<void>,
): void {
  for (const name of names)
    void navigator.locks
      ?.request(name, { signal }, async () => {
        const kept = localStorage.getItem(name);
        if (!kept) return;
        const told = (JSON.parse(kept) as Kept[]).map(([key, text, isOnItsWay]) => {
          const why = isOnItsWay
            ? t('Perhaps not sent, because the page was closed: {text}', { text })
            : t('Not sent, because the page was closed: {text}', { text });
          return new Promise<void>((resolve) => tell(key, why, resolve));
        });
        // a page that closes before all were seen leaves them to the next start
        await Promise.race([Promise.all(told).then(() => localStorage.removeItem(name)), untilStopped()]);
      })
      // stopped before that page was closed
      .catch(() => undefined);
}
