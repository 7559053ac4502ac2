import { LIMITS } from '@flint/contracts';
import type { IntroAnswer } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';
import { Stack, TextField } from '@flint/ui';
import { AnswerText } from './AnswerText';
import { BirthDateField } from './BirthDateField';
import type { FieldProps } from './types';

/** Name, read-only email and date of birth (spec 3). */
export function IntroField({ question, answer, onAnswer, email }: FieldProps<'bundle_intro'>) {
  const value = (answer ?? {}) as IntroAnswer;
  const change = (key: keyof IntroAnswer, text: string) => {
    const { [key]: _before, ...rest } = value;
    const next = text === '' ? rest : { ...rest, [key]: text };
    onAnswer(Object.keys(next).length === 0 ? null : next);
  };
  return (
    <Stack gap={5}>
      {question.fields.map((field) => {
        const { key, label, hint } = field;
        if (key === 'email') {
          return (
            <TextField key={key} label={t(label)} type="email" value={email} readOnly autoComplete="off" />
          );
        }
        if (key === 'date_of_birth') {
          return (
            <BirthDateField
              key={key}
              label={t(label)}
              hint={hint && t(hint)}
              intro={value}
              onChange={(date) => change('date_of_birth', date)}
            />
          );
        }
        return (
          <AnswerText
            key={key}
            label={t(label)}
            value={value.display_name ?? ''}
            maxLength={field.maxLength ?? LIMITS.displayNameMax}
            autoComplete="nickname"
            onText={(text) => change('display_name', text)}
          />
        );
      })}
    </Stack>
  );
}
