import { LIMITS, WORDING } from '@flint/contracts';
import { isUnderAgeByYear, latestBirthDate } from '@flint/contracts/questions/age';
import type { IntroAnswer } from '@flint/contracts/questions/types';
import { Stack, TextField } from '@flint/ui';
import { useState } from 'react';
import type { FieldProps } from './types';

const localToday = () => new Date().toLocaleDateString('en-CA');

/** Name, read-only email and date of birth. A date whose year difference is under 18 is ignored (spec 5). */
export function IntroField({ question, answer, onAnswer, email }: FieldProps<'bundle_intro'>) {
  const value = (answer ?? {}) as IntroAnswer;
  const [ignored, setIgnored] = useState(false);
  const change = (part: Partial<IntroAnswer>) => onAnswer({ ...value, ...part });
  const handleBirthDate = (date: string) => {
    const tooYoung = date !== '' && isUnderAgeByYear(date, localToday());
    setIgnored(tooYoung);
    if (tooYoung) return;
    const { date_of_birth: _before, ...rest } = value;
    onAnswer(date ? { ...rest, date_of_birth: date } : rest);
  };
  return (
    <Stack gap={5}>
      {question.fields.map((field) => {
        if (field.key === 'email')
          return <TextField key={field.key} label={field.label} type="email" value={email} readOnly />;
        if (field.key === 'date_of_birth') {
          return (
            <TextField
              key={field.key}
              label={field.label}
              type="date"
              max={latestBirthDate(localToday())}
              value={value.date_of_birth ?? ''}
              hint={field.hint}
              error={ignored ? WORDING.mustBe18 : null}
              autoComplete="bday"
              onChange={(event) => handleBirthDate(event.target.value)}
            />
          );
        }
        return (
          <TextField
            key={field.key}
            label={field.label}
            value={value.display_name ?? ''}
            maxLength={field.maxLength ?? LIMITS.displayNameMax}
            counter
            autoComplete="nickname"
            onChange={(event) => change({ display_name: event.target.value })}
          />
        );
      })}
    </Stack>
  );
}
