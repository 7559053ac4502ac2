import { isDeepStrictEqual } from 'node:util';
import type { AnswersChanged } from '@flint/contracts/routes/profile';
import { ApiError } from '../../http/api-error';
import type { AnswerChanges } from './answers';

type Values = Readonly<Record<string, unknown>>;

/** The questions that a change sets or removes. */
export const idsIn = ({ set, unset }: AnswerChanges): string[] => [...Object.keys(set), ...unset];

const valueIn = (answers: Values, id: string): unknown =>
  Object.hasOwn(answers, id) ? (answers[id] ?? null) : null;

/**
 * What is left to write of a change made from other answers than the stored ones. An answer that is stored already is left out, so a repeated
 * request changes nothing. Throws answers_changed with the stored answers that are neither old nor new (decisions/038).
 */
export function changesSince(madeFrom: Values, wanted: AnswerChanges, stored: Values): AnswerChanges {
  const isOpen = (id: string) => !isDeepStrictEqual(valueIn(stored, id), valueIn(wanted.set, id));
  const touched = idsIn(wanted)
    .filter(isOpen)
    .filter((id) => !isDeepStrictEqual(valueIn(stored, id), valueIn(madeFrom, id)));
  if (touched.length > 0) {
    const changed = Object.fromEntries(touched.map((id) => [id, valueIn(stored, id)]));
    throw new ApiError('answers_changed', { members: { changed } satisfies AnswersChanged });
  }
  return {
    set: Object.fromEntries(Object.entries(wanted.set).filter(([id]) => isOpen(id))),
    unset: wanted.unset.filter(isOpen),
  };
}
