import { useEffect, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { usePlatform } from '../context';
import type { Autosaver } from './autosaver';
import { createSendPatch } from './send-patch';

/** How long a save may take before the status line shows it. */
const PATIENCE_MS = 1_500;

const reporters = new WeakSet<Autosaver>();

/** Sends the student's answers until the page closes, and shows in the status line that some are unsent. */
export function useAutosaver(saver: Autosaver, userId: string): void {
  const { auth, setUnsaved } = usePlatform();
  const dispatch = useDispatch();

  useEffect(() => {
    saver.sendBy(createSendPatch(userId, auth, dispatch));
  }, [saver, userId, auth, dispatch]);

  useEffect(() => {
    // once per page, not per screen: the status line shows unsent answers on every screen
    if (reporters.has(saver)) return;
    reporters.add(saver);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      const { state } = saver.read();
      clearTimeout(timer);
      if (state === 'saved') return setUnsaved('onboarding', null);
      timer = setTimeout(
        () => setUnsaved('onboarding', 'Answers waiting to be saved', { keptOnDevice: true }),
        state === 'retrying' ? 0 : PATIENCE_MS,
      );
    };
    report();
    saver.subscribe(report);
  }, [saver, setUnsaved]);
}

/** The draft and its save state. */
export function useDraft(saver: Autosaver) {
  const draft = useSyncExternalStore(saver.store.subscribe, saver.store.read);
  const { state, refusal } = useSyncExternalStore(saver.subscribe, saver.read);
  return { draft, state, refusal };
}
