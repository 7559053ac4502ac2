import * as z from 'zod/mini';
import { LIMITS } from '../limits';
import { findQuestion } from './catalogue';
import type { Option, Question } from './types';

const OTHER = 'other';
const otherText = z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.otherTextMax));
const oneOf = (options: readonly Option[]) => {
  const values = new Set(options.map(({ value }) => value));
  return z
    .string()
    .check(z.refine((value) => values.has(value), { error: 'This is not one of the options.' }));
};

/** Distinct options; an exclusive one stands alone. */
function valuesSchema(options: readonly Option[], max: number) {
  const exclusive = new Set(options.filter((option) => option.exclusive).map(({ value }) => value));
  return z.array(oneOf(options)).check(
    z.maxLength(max),
    z.refine((values) => new Set(values).size === values.length, { error: 'Each option counts once.' }),
    z.refine((values) => values.length < 2 || !values.some((value) => exclusive.has(value)), {
      error: 'This option stands alone.',
    }),
  );
}

const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));

/** The shape of one answer, whole or partial as the screen may leave it (spec 3). */
export function answerSchema(question: Question): z.ZodMiniType {
  switch (question.type) {
    case 'bundle_intro':
      return z.strictObject({
        display_name: z.optional(z.string().check(z.trim(), z.maxLength(LIMITS.displayNameMax))),
        date_of_birth: z.optional(
          z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'This is not a date.' })),
        ),
      });
    case 'single_select': {
      const { options, allowOther, subField } = question;
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
    case 'multi_select':
      return z.strictObject({
        values: valuesSchema(question.options, question.options.length),
        ...(question.allowOther && { other: z.optional(otherText) }),
      });
    case 'limited_chips': {
      const values = valuesSchema(question.options, question.maxSelections ?? LIMITS.defaultMaxSelections);
      return question.allowOther
        ? z.union([values, z.strictObject({ values, other: z.optional(otherText) })])
        : values;
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
      return z.strictObject(
        Object.fromEntries(
          question.scales.map(({ key }) => [key, z.optional(whole(question.min, question.max))]),
        ),
      );
    case 'select_group':
      return z.strictObject(
        Object.fromEntries(question.fields.map(({ key, options }) => [key, z.optional(oneOf(options))])),
      );
    case 'text':
      return z.string().check(z.maxLength(question.maxLength ?? LIMITS.textMax));
    case 'email':
      return z.string().check(z.maxLength(255));
    case 'selfie':
      return z.string().check(z.maxLength(2048));
  }
}

const schemas = new Map<string, z.ZodMiniType>();

export interface AnswerIssue {
  /** JSON pointer below the answers: `/<question id>` and what follows. */
  readonly pointer: string;
  readonly detail: string;
}

/** What is wrong with an answer, by question; empty when it fits. Unknown questions are refused. */
export function answerIssues(id: string, answer: unknown): AnswerIssue[] {
  const question = findQuestion(id);
  if (!question) return [{ pointer: `/${id}`, detail: 'There is no such question.' }];
  let schema = schemas.get(id);
  if (!schema) schemas.set(id, (schema = answerSchema(question)));
  const parsed = z.safeParse(schema, answer);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({
    pointer: ['', id, ...path.map(String)].join('/'),
    detail: message,
  }));
}

/** The answer as stored: texts trimmed. Call only for an answer without issues. */
export function cleanAnswer(id: string, answer: unknown): unknown {
  const question = findQuestion(id);
  return question ? z.parse(schemas.get(id) ?? answerSchema(question), answer) : answer;
}
