import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { EMAIL_MAX } from '../university-email';
import { findQuestion } from './catalogue';
import type { Option, Question } from './types';

const OTHER = 'other';
const SELFIE_ADDRESS_MAX = 2048;

/** Line breaks, other control characters, and marks that change the text direction. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const line = (...checks: Parameters<ReturnType<typeof z.string>['check']>) =>
  z.string().check(
    // limits count plain letters, as others read them
    z.normalize('NFKC'),
    z.trim(),
    z.refine((text) => !NOT_IN_A_LINE.test(text), { error: 'Use one line of plain text.' }),
    ...checks,
  );
const otherText = line(
  z.minLength(1, { error: 'Say it in your own words.' }),
  z.maxLength(LIMITS.otherTextMax, { error: `At most ${LIMITS.otherTextMax} characters.` }),
);

const oneOf = (options: readonly Option[]) => {
  const values = new Set(options.map(({ value }) => value));
  return z
    .string()
    .check(z.refine((value) => values.has(value), { error: 'This is not one of the options.' }));
};

const exclusiveOf = (options: readonly Option[]) =>
  new Set(options.filter((option) => option.exclusive).map(({ value }) => value));

/** Distinct options; an exclusive option must be the only one. */
function valuesSchema(options: readonly Option[], max: number) {
  const exclusive = exclusiveOf(options);
  return z.array(oneOf(options)).check(
    z.maxLength(max, { error: `At most ${max} choices.` }),
    z.refine((values) => new Set(values).size === values.length, { error: 'Each option counts once.' }),
    z.refine((values) => values.length < 2 || !values.some((value) => exclusive.has(value)), {
      error: 'This option cannot be combined with others.',
    }),
  );
}

/** Options with an 'Other' text, which counts like an option: it cannot be combined with an exclusive one, either. */
function valuesWithOther(options: readonly Option[], max: number) {
  const exclusive = exclusiveOf(options);
  const isOption = options.some(({ value }) => value === OTHER);
  return z.strictObject({ values: valuesSchema(options, max), other: z.optional(otherText) }).check(
    // if 'other' is an option, as for sought genders, the text explains that option
    z.refine(({ values, other }) => other === undefined || !isOption || values.includes(OTHER), {
      error: 'A text belongs to the choice it describes.',
    }),
    z.refine(({ values, other }) => other === undefined || values.length < max, {
      error: `At most ${max} choices.`,
    }),
    z.refine(({ values, other }) => other === undefined || !values.some((value) => exclusive.has(value)), {
      error: 'This option cannot be combined with others.',
    }),
  );
}

const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const optionalEach = <T extends z.ZodMiniType>(entries: readonly (readonly [string, T])[]) =>
  z.strictObject(Object.fromEntries(entries.map(([key, schema]) => [key, z.optional(schema)])));

function singleSchema({ options, allowOther, subField }: Extract<Question, { type: 'single_select' }>) {
  if (!allowOther) return oneOf(options);
  const own = z.strictObject({
    value: z.literal(OTHER),
    other: otherText,
    ...(subField && {
      [subField.key]: z.optional(valuesSchema(subField.options, subField.options.length)),
    }),
  });
  return z.union([oneOf(options), own]);
}

/** The schema of one answer, which may be partial, as on the screen (spec 3). */
export function answerSchema(question: Question): z.ZodMiniType {
  switch (question.type) {
    case 'bundle_intro':
      return z.strictObject({
        display_name: z.optional(
          line(z.maxLength(LIMITS.displayNameMax, { error: `At most ${LIMITS.displayNameMax} characters.` })),
        ),
        date_of_birth: z.optional(
          z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'This is not a date.' })),
        ),
      });
    case 'single_select':
      return singleSchema(question);
    case 'multi_select': {
      const { options, allowOther } = question;
      return allowOther
        ? valuesWithOther(options, options.length + 1)
        : z.strictObject({ values: valuesSchema(options, options.length) });
    }
    case 'limited_chips': {
      const { options, allowOther, maxSelections = LIMITS.defaultMaxSelections } = question;
      const values = valuesSchema(options, maxSelections);
      return allowOther ? z.union([values, valuesWithOther(options, maxSelections)]) : values;
    }
    case 'range': {
      const bound = whole(question.min, question.max);
      return z
        .tuple([bound, bound])
        .check(z.refine(([low, high]) => low <= high, { error: 'The minimum cannot exceed the maximum.' }));
    }
    case 'height':
      return z.strictObject({ feet: whole(...question.feet), inches: whole(...question.inches) });
    case 'scales':
      return optionalEach(
        question.scales.map(({ key }) => [key, whole(question.min, question.max)] as const),
      );
    case 'select_group':
      return optionalEach(question.fields.map(({ key, options }) => [key, oneOf(options)] as const));
    case 'text':
      return z.string().check(z.maxLength(question.maxLength ?? LIMITS.textMax));
    case 'email':
      return z.string().check(z.maxLength(EMAIL_MAX));
    case 'selfie':
      return z.string().check(z.maxLength(SELFIE_ADDRESS_MAX));
  }
}

const schemas: Record<string, z.ZodMiniType> = {};
const schemaOf = (question: Question): z.ZodMiniType => (schemas[question.id] ??= answerSchema(question));

export interface AnswerIssue {
  /** JSON pointer below the answers (RFC 6901): `/<question id>` and the path within the answer. */
  readonly pointer: string;
  readonly detail: string;
}

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The issues of the alternative that got beyond the answer's own type; the issue itself if none did. */
function flatten(issue: z.core.$ZodIssue): readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  if (issue.code !== 'invalid_union') return [issue];
  return issue.errors.find((issues) => issues.some(({ path }) => path.length > 0)) ?? [issue];
}

/** The issues of an answer; empty if it is valid. Unknown questions are refused. Null removes an answer and is always valid. */
export function answerIssues(id: string, answer: unknown): AnswerIssue[] {
  const question = findQuestion(id);
  if (!question) return [{ pointer: pointerOf([id]), detail: 'There is no such question.' }];
  if (answer === null) return [];
  const parsed = z.safeParse(schemaOf(question), answer);
  if (parsed.success) return [];
  return parsed.error.issues
    .flatMap(flatten)
    .map(({ path, message }) => ({ pointer: pointerOf([id, ...path]), detail: message }));
}

/** The answer as stored: texts trimmed. Call only for an answer without issues. */
export function cleanAnswer(id: string, answer: unknown): unknown {
  const question = findQuestion(id);
  return question ? z.parse(schemaOf(question), answer) : answer;
}
