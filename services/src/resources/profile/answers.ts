import { WORDING, type ErrorCode, type FieldError, type ProfilePatch } from '@flint/contracts';
import { ageOn, birthDateProblem, type BirthDateProblem } from '@flint/contracts/questions/age';
import { answerIssues, cleanAnswer } from '@flint/contracts/questions/answer-schema';
import { fill, message } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { isVisible, plainText } from '../../infra/plain-text';
import { UNFIT, unfitIn, UNSEEN } from '../../infra/unfit-text';
import { AGE_HELD } from '../safety/index';

/** The effect of a patch on the stored answers. */
export interface AnswerChanges {
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

export const BIRTH_DATE = '/answers/bundle_intro/date_of_birth';
const DETAILS: Readonly<Record<Exclude<BirthDateProblem, 'under_age'>, string>> = {
  implausible: message('This date cannot be right. Please check the year.'),
  not_a_date: message('This is not a date.'),
};

export function givenBirthDate(patch: Readonly<Record<string, unknown>>): string | null {
  const date = (patch.bundle_intro as { date_of_birth?: unknown } | null | undefined)?.date_of_birth;
  return typeof date === 'string' ? date : null;
}

/** The refusal of a date of birth; null if it is valid or absent. One under 18 that the student did not confirm may be a typing mistake. */
function birthDateRefusal(
  { answers = {}, confirmedBirthDate }: ProfilePatch,
  today: string,
): { readonly code: ErrorCode; readonly detail: string } | null {
  const date = givenBirthDate(answers);
  const problem = date === null ? null : birthDateProblem(date, today);
  if (date === null || problem === null) return null;
  if (problem !== 'under_age') return { code: 'answer_invalid', detail: DETAILS[problem] };
  if (date === confirmedBirthDate) return { code: 'under_age', detail: AGE_HELD };
  return { code: 'birth_date_unconfirmed', detail: fill(WORDING.wouldBe, { age: ageOn(date, today)! }) };
}

/** An answer as stored, with the texts that others read as plain characters. */
function plainAnswer(id: string, answer: unknown): unknown {
  const clean = cleanAnswer(id, answer);
  if (typeof clean !== 'object' || clean === null || Array.isArray(clean)) return clean;
  const plain = Object.entries(clean).map(([key, value]) => [
    key,
    ['display_name', 'other'].includes(key) && typeof value === 'string' ? plainText(value) : value,
  ]);
  return Object.fromEntries(plain);
}

/** Problems with texts that others read in a well-formed answer: the displayed name, and own words for pronouns and the like. */
function unfitTexts(id: string, answer: unknown): FieldError[] {
  const texts = answer as { display_name?: unknown; other?: unknown } | null;
  return (['display_name', 'other'] as const).flatMap((key) => {
    const text = typeof answer === 'object' ? texts?.[key] : undefined;
    if (typeof text !== 'string' || text === '') return [];
    const pointer = `/answers/${id}/${key}`;
    if (!isVisible(text)) return [{ pointer, detail: UNSEEN }];
    const found = unfitIn(text, { isName: true });
    return found ? [{ pointer, detail: UNFIT[found] }] : [];
  });
}

/**
 * Checks every answer of a patch against the catalogue; null removes an answer. Throws under_age, birth_date_unconfirmed or answer_invalid with
 * every bad field; nothing is stored then. `today` is an ISO date.
 */
export function readAnswers(patch: ProfilePatch, today: string): AnswerChanges {
  const entries = Object.entries(patch.answers ?? {});
  const errors: FieldError[] = entries
    .flatMap(([id, answer]) => answerIssues(id, answer))
    .map(({ pointer, detail }) => ({ pointer: `/answers${pointer}`, detail }));
  for (const [id, answer] of entries) errors.push(...unfitTexts(id, answer));
  const refusal = birthDateRefusal(patch, today);
  if (refusal && !errors.some(({ pointer }) => pointer === BIRTH_DATE))
    errors.push({ pointer: BIRTH_DATE, detail: refusal.detail });
  if (errors.length > 0) throw new ApiError(refusal?.code ?? 'answer_invalid', { errors });
  const given = entries.filter(([, answer]) => answer !== null);
  return {
    set: Object.fromEntries(given.map(([id, answer]) => [id, plainAnswer(id, answer)])),
    unset: entries.flatMap(([id, answer]) => (answer === null ? [id] : [])),
  };
}
