import { randomKey } from '@flint/contracts/random-key';
import type { HeldAct } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import type { Navigation } from '@flint/remote-kit';
import { notices } from '../platform/notices';
import type { Data } from '../platform/opened-data';
import type { Kept } from './tell-kept';

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

/** Names of the notices that pages of this student stored; none where storage is blocked. */
function keptNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/**
 * Stores the notices of actions on the device until the actions are undone or answered, and holds a lock while this page lives: the page that gets
 * the lock later knows that this one was closed, and shows the notices until they are seen. Sign-out deletes them by their prefix `flint:`. Returns a
 * function that stops it.
 */
export function watchHeld(
  { get, subscribe, sending, missed }: Data['module']['heldAct'],
  userId: string,
  goTo: Navigation['goTo'],
): () => void {
  const prefix = `flint:acts:${userId}:`;
  const name = prefix + randomKey();
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
  const others = keptNames(prefix);
  if (others.length > 0)
    import('./tell-kept').then(
      ({ tellKept }) =>
        tellKept(others, (key, why, onSeen) => tellUnsent(key, why, goTo, onSeen), signal, untilStopped),
      // the next start shows them
      () => undefined,
    );
  return () => {
    for (const stop of unsubscribe) stop();
    stopped.abort();
    forget(name);
  };
}
