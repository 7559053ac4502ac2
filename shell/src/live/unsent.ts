import type { HeldAct } from '@flint/remote-kit/data';
import type { createStore } from '@flint/remote-kit/store';
import { t } from '@flint/texts';
import type { Navigation } from '@flint/remote-kit';
import { notices } from '../platform/notices';
import type { Data } from '../platform/opened-data';

type Store = Omit<ReturnType<typeof createStore<HeldAct | null>>, 'set'>;
interface Held extends Store {
  readonly missed: Store;
}

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
 * Keeps what the held action says on the device while it can be undone, and a lock as long as this page lives: whoever gets the lock of a text
 * knows that its page was closed, and tells it until it is seen. Its prefix `flint:` deletes it at sign-out. Returns a function that stops.
 */
export function watchHeld(
  { get, subscribe, missed }: Held,
  userId: string,
  goTo: Navigation['goTo'],
): () => void {
  const prefix = `flint:held:${userId}:`;
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
  const unsubscribe = [
    subscribe(() => {
      const act = get();
      if (!act?.send) return forget(name);
      try {
        localStorage.setItem(name, JSON.stringify([act.key, act.text]));
      } catch {
        // blocked or full: still not sent, but the next start cannot say so
      }
    }),
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
        const [key, text] = JSON.parse(kept) as [string, string];
        const why = t('Not sent, because Flint was closed: {text}', { text });
        // a page that closes before it was seen leaves it to the next
        const seen = new Promise<void>((resolve) => tellUnsent(key, why, goTo, resolve)).then(() =>
          forget(other),
        );
        await Promise.race([seen, untilStopped()]);
      })
      // stopped before that page was closed
      .catch(() => undefined);
  return () => {
    for (const stop of unsubscribe) stop();
    stopped.abort();
    forget(name);
  };
}
