import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useUpdateProfileMutation } from '@flint/remote-kit/data';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Draft, DraftStore } from './draft';

const QUIET_MS = 500;
const RETRY_MS = 8_000;

export type SaveState = 'saved' | 'saving' | 'waiting' | 'refused';

const changesOf = ({ answers, pending, completedAt }: Draft) => ({
  ...(pending.length > 0 && { answers: Object.fromEntries(pending.map((id) => [id, answers[id] ?? null])) }),
  ...(completedAt && { onboardingCompletedAt: completedAt }),
});

const hasChanges = ({ pending, completedAt }: Draft) => pending.length > 0 || completedAt !== null;

/** Sends what the server does not have: soon after a change, again when the network is back, one request at a time. */
export function useAutosave(store: DraftStore) {
  const { online, setUnsaved } = usePlatform();
  const draft = useSyncExternalStore(store.subscribe, store.read);
  const [update, { isLoading }] = useUpdateProfileMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const waiting = hasChanges(draft);
  const busy = useRef(false);

  useEffect(() => {
    if (!waiting || !online || busy.current) return undefined;
    const send = async () => {
      const sent = store.read();
      busy.current = true;
      const result = await update(changesOf(sent));
      busy.current = false;
      const failure = 'error' in result ? asCallFailure(result.error) : null;
      if (!failure) {
        store.settle(sent, sent.pending);
        setRefusal(null);
        return;
      }
      const named = failure.problem?.errors ?? [];
      const bad = named.map(({ pointer }) => pointer.split('/')[2] ?? '').filter(Boolean);
      if (failure.status === 422 && bad.length > 0) {
        // the rest is fine: leave the refused answers out and send again
        store.settle(sent, bad);
        setRefusal(named[0]?.detail ?? failure.message);
      }
      setTimeout(() => setAttempt((count) => count + 1), failure.status === 422 ? QUIET_MS : RETRY_MS);
    };
    const timer = setTimeout(() => void send(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, online, waiting, attempt, store, update]);

  useEffect(() => {
    setUnsaved('onboarding', waiting ? 'Answers waiting to be saved' : null);
    return () => setUnsaved('onboarding', null);
  }, [waiting, setUnsaved]);

  const state: SaveState = refusal ? 'refused' : isLoading ? 'saving' : waiting ? 'waiting' : 'saved';
  return { draft, state, refusal };
}
