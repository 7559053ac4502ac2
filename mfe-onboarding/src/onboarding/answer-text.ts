import type { Answer, Option, Question } from '@flint/contracts/questions/types';
import { localized, t } from '@flint/texts';

/** The labels of all options, scales and fields of a question, by value or key. */
function labelsOf(question: Question | undefined): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const add = (options: readonly Option[]) => options.forEach(({ value, label }) => labels.set(value, label));
  if (!question) return labels;
  if ('options' in question) add(question.options);
  if (question.type === 'scales') for (const { key, label } of question.scales) labels.set(key, label);
  if (question.type === 'select_group') {
    for (const { key, label, options } of question.fields) {
      labels.set(key, label);
      add(options);
    }
  }
  return labels;
}

/** An answer in one line, in the student's language. */
export function answerText(question: Question | undefined, answer: Answer | null): string {
  if (answer === null) return t('No answer');
  const labels = labelsOf(question);
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(textOf).join(' · ');
    const label = typeof value === 'string' ? labels.get(value) : undefined;
    return label === undefined ? String(value) : t(label);
  };
  if (question?.type === 'range') return localized((answer as readonly number[]).join(' – '));
  if (question?.type === 'height') {
    const { feet, inches } = answer as { readonly feet: number; readonly inches: number };
    return localized(`${feet}′ ${inches}″`);
  }
  if (typeof answer !== 'object' || Array.isArray(answer)) return localized(textOf(answer));
  const isKeyed = question?.type === 'scales' || question?.type === 'select_group';
  const parts = Object.entries(answer).map(([key, value]) =>
    isKeyed ? `${textOf(key)}: ${textOf(value)}` : textOf(value),
  );
  return localized(parts.filter((part) => part !== 'other').join(' · '));
}
