import { useEffect, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { usePlatform } from '../context';
import type { Autosaver } from './autosaver';
import { createSendPatch } from './send-patch';

/** How long saving may take before the status line speaks of it. */
const PATIENCE_MS = 1_500;

const reporters = new WeakSet<Autosaver>();

/** Sends the student's answers for as long as the page lives, and tells the status line while some have not arrived. */
export function useAutosaver(saver: Autosaver, userId: string): void {
  const { auth, setUnsaved } = usePlatform();
  const dispatch = useDispatch();

  useEffect(() => {
    saver.sendBy(createSendPatch(userId, auth, dispatch));
  }, [saver, userId, auth, dispatch]);

  useEffect(() => {
    // once for the page, not the screen: the status line follows the draft until it has arrived
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

/** The draft and where its answers are. */
export function useDraft(saver: Autosaver) {
  const draft = useSyncExternalStore(saver.store.subscribe, saver.store.read);
  const { state, refusal } = useSyncExternalStore(saver.subscribe, saver.read);
  return { draft, state, refusal };
}
