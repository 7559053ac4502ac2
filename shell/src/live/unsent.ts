import type { HeldAct } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import type { Navigation } from '@flint/remote-kit';
import { notices } from '../platform/notices';
import type { Data } from '../platform/opened-data';

type Kept = readonly [key: string, text: string, isOnItsWay: boolean];

/** Says that an action was not sent, with the way to where it can be done again, until the student has seen it. */
function tellUnsent(key: string, why: string, goTo: Navigation['goTo'], onSeen: () => void): void {
  const [kind, id = ''] = key.split(':');
  const isPerson = kind === 'plan' || kind === 'hide';
  const run = () =>
    kind === 'photo'
      ? goTo('photos')
      : goTo(isPerson ? 'matches' : 'offers', { [isPerson ? 'person' : 'offer']: id });
  notices.notify(why, 'info', { action: { label: t('Show'), run }, onSeen });
}

/** Discards the held action, and says so without naming anybody: somebody else may read the page now. */
export function discardHeld({ heldAct, undoHeld }: Pick<Data['module'], 'heldAct' | 'undoHeld'>): void {
  const isLost = heldAct.get()?.send !== undefined;
  undoHeld();
  if (isLost) notices.notify(t('Your last action was not sent, because you were signed out.'), 'failure');
}

/** Names of the texts that pages of this student kept; none where storage is blocked. */
function keptNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/**
 * Keeps what actions say on the device until they are undone or answered, and a lock as long as this page lives: whoever gets the lock of the
 * texts knows that their page was closed, and tells them until they are seen. Their prefix `flint:` deletes them at sign-out. Returns a function
 * that stops.
 */
export function watchHeld(
  { get, subscribe, sending, missed }: Data['module']['heldAct'],
  userId: string,
  goTo: Navigation['goTo'],
): () => void {
  const prefix = `flint:acts:${userId}:`;
  // `crypto.randomUUID` exists on secure origins only
  const name = prefix + crypto.getRandomValues(new Uint32Array(4)).join('-');
  const forget = (key: string) => {
    try {
      localStorage.removeItem(key);
    } catch {
      // blocked: nothing was kept
    }
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  const untilStopped = () =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  void navigator.locks?.request(name, untilStopped);
  const keep = () => {
    const held = get();
    const acts = [...sending.get(), held].filter((act) => act?.send) as HeldAct[];
    if (acts.length === 0) return forget(name);
    try {
      const kept = acts.map((act): Kept => [act.key, act.text, act !== held]);
      localStorage.setItem(name, JSON.stringify(kept));
    } catch {
      // blocked or full: still not sent, but the next start cannot say so
    }
  };
  const unsubscribe = [
    subscribe(keep),
    sending.subscribe(keep),
    missed.subscribe(() => {
      const { key, text } = missed.get()!;
      const why = t('Not sent, because this page was asleep: {text}', { text });
      tellUnsent(key, why, goTo, () => undefined);
    }),
  ];
  for (const other of keptNames(prefix))
    void navigator.locks
      ?.request(other, { signal }, async () => {
        const kept = localStorage.getItem(other);
        if (!kept) return;
        const told = (JSON.parse(kept) as Kept[]).map(([key, text, isOnItsWay]) => {
          const why = isOnItsWay
            ? t('Perhaps not sent, because Flint was closed: {text}', { text })
            : t('Not sent, because Flint was closed: {text}', { text });
          return new Promise<void>((resolve) => tellUnsent(key, why, goTo, resolve));
        });
        // a page that closes before all were seen leaves them to the next
        await Promise.race([Promise.all(told).then(() => forget(other)), untilStopped()]);
      })
      // stopped before that page was closed
      .catch(() => undefined);
  return () => {
    for (const stop of unsubscribe) stop();
    stopped.abort();
    forget(name);
  };
}
