import type { Answer, Answers } from '@flint/contracts/questions/types';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { DataStore } from '../data/store';
import { isReady, shownOf, type Entry } from './entry';
import type { Outbox } from './outbox';

/** The outbox of the signed-in student. */
export const useOutbox = (): Outbox => (useStore() as DataStore).outbox;

/** One entry; the component renders again when it changes, in this tab or another. */
export function useEntry<V>(kind: string, key: string): Entry<V> {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, () => outbox.read<V>(kind, key));
}

/** An answer that was changed here and on another device; null: no answer. */
export interface Dispute {
  readonly questionId: string;
  readonly mine: Answer | null;
  readonly theirs: Answer | null;
}

export interface Refusal {
  readonly questionId: string;
  readonly detail: string;
}

const ANSWERS = 'answers';

const readAnswers = (outbox: Outbox, entries = outbox.readKind(ANSWERS)): Answers =>
  Object.fromEntries(
    entries.flatMap(([id, entry]) => {
      const answer = shownOf(entry) as Answer | null;
      return answer === null ? [] : [[id, answer]];
    }),
  );

/** The answers that the student sees, and functions to change them. */
export function useAnswers() {
  const outbox = useOutbox();
  const status = useSyncExternalStore(outbox.subscribe, outbox.status);
  // a new status object after every change
  const entries = useMemo(() => status && outbox.readKind(ANSWERS), [outbox, status]);
  const answers = useMemo(() => readAnswers(outbox, entries), [outbox, entries]);
  const refusals = entries.flatMap(([questionId, { hold }]): Refusal[] =>
    hold?.by === 'refusal' ? [{ questionId, detail: hold.detail }] : [],
  );
  const disputes = entries.flatMap(([questionId, { edit, hold }]): Dispute[] =>
    hold?.by === 'conflict'
      ? [{ questionId, mine: edit?.value as Answer | null, theirs: hold.theirs as Answer | null }]
      : [],
  );
  return {
    answers,
    /** The answers at the moment of the call. */
    read: () => readAnswers(outbox),
    state: status.state,
    refusals,
    disputes,
    isUnsent: (questionId: string) => outbox.read(ANSWERS, questionId).edit !== null,
    answer: (questionId: string, value: Answer | null) => void outbox.edit(ANSWERS, questionId, value),
    choose: (questionId: string, which: 'mine' | 'theirs') => void outbox.choose(ANSWERS, questionId, which),
    /** Sends the answers now; returns whether none is left to send. One that was refused or disputed waits for the student. */
    flush: async () => {
      await outbox.flush();
      return !outbox.readKind(ANSWERS).some(([, entry]) => isReady(entry));
    },
  };
}

export type OwnAnswers = ReturnType<typeof useAnswers>;

/** Whether, and when, the student completed the questionnaire: what this device knows. */
export const useCompleted = (): string | null => shownOf(useEntry<string>('completed', 'questionnaire'));
