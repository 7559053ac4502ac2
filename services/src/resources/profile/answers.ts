import { LIMITS, WORDING } from '@flint/contracts';
import { birthDateProblem } from '@flint/contracts/questions/age';
import { answerIssues, cleanAnswer } from '@flint/contracts/questions/answer-schema';
import { ApiError } from '../../http/api-error';

/** What a patch does to the stored answers. */
export interface AnswerChanges {
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

function checkBirthDate(answer: unknown, today: string): void {
  const date = (answer as { date_of_birth?: string } | null)?.date_of_birth;
  const problem = date === undefined ? null : birthDateProblem(date, today);
  if (problem === null) return;
  const pointer = '/answers/bundle_intro/date_of_birth';
  if (problem === 'under_age')
    throw new ApiError('under_age', { errors: [{ pointer, detail: WORDING.mustBe18 }] });
  const detail =
    problem === 'implausible' ? `Nobody is older than ${LIMITS.maximumAge}.` : 'This is not a date.';
  throw new ApiError('answer_invalid', { errors: [{ pointer, detail }] });
}

/**
 * Checks every answer of a patch against the catalogue; null removes one. Throws answer_invalid naming every bad field, or under_age;
 * nothing is stored then. `today` is an ISO calendar date.
 */
export function readAnswers(patch: Readonly<Record<string, unknown>>, today: string): AnswerChanges {
  const entries = Object.entries(patch);
  const issues = entries.flatMap(([id, answer]) =>
    answer === null
      ? answerIssues(id, undefined).filter(({ detail }) => detail.startsWith('There is no'))
      : answerIssues(id, answer),
  );
  if (issues.length > 0) {
    throw new ApiError('answer_invalid', {
      errors: issues.map(({ pointer, detail }) => ({ pointer: `/answers${pointer}`, detail })),
    });
  }
  checkBirthDate(patch.bundle_intro ?? null, today);
  return {
    set: Object.fromEntries(
      entries.flatMap(([id, answer]) => (answer === null ? [] : [[id, cleanAnswer(id, answer)]])),
    ),
    unset: entries.flatMap(([id, answer]) => (answer === null ? [id] : [])),
  };
}
