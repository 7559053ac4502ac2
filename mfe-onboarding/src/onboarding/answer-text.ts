import type { Answer, Option, Question, RangeAnswer } from '@flint/contracts/questions/types';
import { localized, t } from '@flint/texts';
import { endText } from './fields/translated';

/** The options of a question, and of the field below its “Other”. */
function optionsOf(question: Question | undefined): readonly Option[] {
  if (!question || !('options' in question)) return [];
  const below = question.type === 'single_select' ? question.subField?.options : undefined;
  return [...question.options, ...(below ?? [])];
}

/** The scales or fields of a question whose answer has a value for each; null for any other. Two fields may have options of the same value. */
function fieldsOf(question: Question | undefined) {
  if (question?.type === 'scales') return question.scales.map((scale) => ({ ...scale, options: [] }));
  return question?.type === 'select_group' ? question.fields : null;
}

function textOf(value: unknown, options: readonly Option[]): string {
  if (Array.isArray(value)) return value.map((each) => textOf(each, options)).join(' · ');
  const option = options.find((each) => each.value === value);
  return option ? t(option.label) : String(value);
}

/** An answer in one line, in the student's language. */
export function answerText(question: Question | undefined, answer: Answer | null): string {
  if (answer === null) return t('No answer');
  if (question?.type === 'range')
    return localized((answer as RangeAnswer).map((end) => endText(question, end)).join(' – '));
  if (question?.type === 'height') {
    const { feet, inches } = answer as { readonly feet: number; readonly inches: number };
    return localized(`${feet}′ ${inches}″`);
  }
  const options = optionsOf(question);
  if (typeof answer !== 'object' || Array.isArray(answer)) return localized(textOf(answer, options));
  const fields = fieldsOf(question);
  const parts = Object.entries(answer).map(([key, value]) => {
    const field = fields?.find((each) => each.key === key);
    return field ? `${t(field.label)}: ${textOf(value, field.options)}` : textOf(value, options);
  });
  return localized(parts.filter((part) => part !== 'other').join(' · '));
}
