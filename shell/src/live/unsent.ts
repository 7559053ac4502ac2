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

/**
 * Keeps what the held action says on the device while it can be undone, and a lock as long as this page lives: a text without its lock belongs
 * to a page that was closed, and is told once. Its prefix `flint:` deletes it at sign-out. Returns a function that stops.
 */
export function watchHeld({ get, subscribe }: Held, userId: string, goTo: Navigation['goTo']): () => void {
  const prefix = `flint:held:${userId}:`;
  const name = prefix + performance.timeOrigin;
  let release = () => undefined as void;
  const keep = () => {
    const act = get();
    release();
    try {
      if (!act?.send) return localStorage.removeItem(name);
      localStorage.setItem(name, JSON.stringify([act.key, act.text]));
    } catch {
      return; // blocked or full: still not sent, but the next start cannot say so
    }
    void navigator.locks?.request(name, () => new Promise<void>((resolve) => (release = resolve)));
  };
  keep();
  for (const other of Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== name))
    void navigator.locks?.request(other, { ifAvailable: true }, (lock) => {
      const kept = lock && localStorage.getItem(other);
      if (!kept) return;
      localStorage.removeItem(other);
      const [key, text] = JSON.parse(kept) as [string, string];
      tellUnsent(key, text, goTo);
    });
  return subscribe(keep);
}
