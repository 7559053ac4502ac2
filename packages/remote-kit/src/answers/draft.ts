import type { Answer, Answers } from '@flint/contracts/questions/types';
import { createDevice } from './draft-device';
import { EMPTY_DRAFT, type Draft } from './draft-shape';
import { createStore } from '../store';

const without = (answers: Answers, id: string): Answers => {
  const { [id]: _gone, ...rest } = answers;
  return rest;
};
const sameAnswer = (id: string, a: Draft, b: Draft) =>
  JSON.stringify(a.answers[id]) === JSON.stringify(b.answers[id]);

/**
 * One student's draft. Every change starts from the device's copy, so that two tabs never overwrite each other, and is stored before the call
 * returns. After sign-out has deleted the draft, late responses do not restore it.
 */
export function createDraftStore(userId: string) {
  const device = createDevice(`flint:draft:${userId}`);
  const draft = createStore(device.load() ?? EMPTY_DRAFT);
  const update = (change: (before: Draft) => Draft) => {
    const before = device.load() ?? EMPTY_DRAFT;
    const next = change(before);
    if (next !== before) device.save(next);
    if (next !== before || JSON.stringify(next) !== JSON.stringify(draft.get())) draft.set(next);
  };
  const refresh = () => update((before) => before);
  device.onChange(refresh);
  return {
    read: draft.get,
    /** Reads the device's copy again. */
    refresh,
    subscribe: draft.subscribe,
    answer: (id: string, answer: Answer | null) =>
      update((before) => ({
        ...before,
        answers: answer === null ? without(before.answers, id) : { ...before.answers, [id]: answer },
        pending: [...new Set([...before.pending, id])],
      })),
    moveTo: (position: string) =>
      update((before) => (before.position === position ? before : { ...before, position })),
    /** Marks the questionnaire as completed: the next visit starts at the first question. */
    complete: (completedAt: string) => update((before) => ({ ...before, completedAt, position: null })),
    /** Sets the server's answers; unsent answers are unchanged. */
    takeServer: (answers: Answers) =>
      update((before) => {
        const isPending = ([id]: [string, Answer]) => before.pending.includes(id);
        const kept = Object.entries(before.answers).filter(isPending);
        const theirs = Object.entries(answers).filter((entry) => !isPending(entry));
        return { ...before, answers: Object.fromEntries([...theirs, ...kept]) };
      }),
    /** Marks that draft as sent, except for later changes. */
    settle: (sent: Draft) =>
      update((before) => {
        const pending = before.pending.filter(
          (id) => !(sent.pending.includes(id) && sameAnswer(id, sent, before)),
        );
        const completedAt = sent.completedAt === before.completedAt ? null : before.completedAt;
        const unchanged = pending.length === before.pending.length && completedAt === before.completedAt;
        return unchanged ? before : { ...before, pending, completedAt };
      }),
    /** Handles the refusal of an answer: drops the bad field, or stops sending the whole answer. */
    refuse: (sent: Draft, id: string, field: string | undefined) =>
      update((before) => {
        if (!before.pending.includes(id) || !sameAnswer(id, sent, before)) return before;
        const answer: unknown = before.answers[id];
        if (
          field &&
          typeof answer === 'object' &&
          answer !== null &&
          field in answer &&
          !Array.isArray(answer)
        ) {
          const { [field]: _refused, ...rest } = answer as Record<string, unknown>;
          return { ...before, answers: { ...before.answers, [id]: rest as Answer } };
        }
        return { ...before, pending: before.pending.filter((each) => each !== id) };
      }),
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
