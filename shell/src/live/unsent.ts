import type { HeldAct } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import type { Navigation } from '@flint/remote-kit';
import { notices } from '../platform/notices';

interface Held {
  get(): HeldAct | null;
  subscribe(on: () => void): () => void;
}

/** Says that an action was not sent, with the way to where it can be done again. */
function tellUnsent(key: string, text: string, goTo: Navigation['goTo']): void {
  const [kind, id = ''] = key.split(':');
  const isPerson = kind === 'plan' || kind === 'hide';
  const run = () =>
    kind === 'photo'
      ? goTo('photos')
      : goTo(isPerson ? 'matches' : 'offers', { [isPerson ? 'person' : 'offer']: id });
  const action = { label: t('Show'), run };
  notices.notify(t('Not sent, because Flint was closed: {text}', { text }), 'info', action);
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
 * knows that its page was closed, and tells it once. Its prefix `flint:` deletes it at sign-out. Returns a function that stops.
 */
export function watchHeld({ get, subscribe }: Held, userId: string, goTo: Navigation['goTo']): () => void {
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
  let release = () => undefined as void;
  void navigator.locks?.request(name, () => new Promise<void>((resolve) => (release = resolve)));
  const unsubscribe = subscribe(() => {
    const act = get();
    if (!act?.send) return forget(name);
    try {
      localStorage.setItem(name, JSON.stringify([act.key, act.text]));
    } catch {
      // blocked or full: still not sent, but the next start cannot say so
    }
  });
  const stopped = new AbortController();
  for (const other of keptNames(prefix))
    void navigator.locks
      ?.request(other, { signal: stopped.signal }, () => {
        const kept = localStorage.getItem(other);
        if (!kept) return;
        forget(other);
        const [key, text] = JSON.parse(kept) as [string, string];
        tellUnsent(key, text, goTo);
      })
      // stopped before that page was closed
      .catch(() => undefined);
  return () => {
    unsubscribe();
    stopped.abort();
    forget(name);
    release();
  };
}
