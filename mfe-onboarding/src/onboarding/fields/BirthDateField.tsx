import { WORDING } from '@flint/contracts';
import {
  ageOn,
  birthDateProblem,
  isUnderAgeByYear,
  latestBirthDate,
  localToday,
} from '@flint/contracts/questions/age';
import type { IntroAnswer } from '@flint/contracts/questions/types';
import { asCallFailure, useUnsavedWork, useUpdateProfileMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Notice, Stack, TextField } from '@flint/ui';
import { useEffect, useState } from 'react';

/** Name of the draft for a date that is not a valid answer. */
export const UNACCEPTED_BIRTH_DATE = 'date_of_birth';

interface BirthDateFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  /** The answer so far, with an ISO calendar date. */
  readonly intro: IntroAnswer;
  readonly onChange: (date: string) => void;
}

/**
 * A date of birth. As specified, this field ignores a date whose year is under 18 years ago (spec 5). A date that gives 17 years is sent only
 * after the student confirmed it, because it keeps the account out of matching until the safety team decides.
 */
export function BirthDateField({ label, hint, intro, onChange }: BirthDateFieldProps) {
  // a date that is no answer stays in the field, on this device, until it is corrected or becomes one
  const kept = useUnsavedWork<string>(UNACCEPTED_BIRTH_DATE);
  const typed = typeof kept.value === 'string' ? kept.value : null;
  const [isLeft, setLeft] = useState(true);
  const [tooYoung, setTooYoung] = useState(false);
  const [update, { isLoading, error, reset }] = useUpdateProfileMutation();
  const today = localToday();
  const problem = typed === null ? null : birthDateProblem(typed, today);
  useEffect(() => {
    // its 18th birthday has come since it was typed
    if (typed === null || problem !== null) return;
    onChange(typed);
    kept.drop();
  });
  const handleChange = (date: string) => {
    setLeft(false);
    reset();
    const ignored = date !== '' && isUnderAgeByYear(date, today);
    setTooYoung(ignored);
    if (ignored) return;
    // a half-typed year is 0002, then 0020: shown, but not an answer
    const isUnaccepted = ['implausible', 'under_age'].includes(birthDateProblem(date, today) ?? '');
    if (isUnaccepted) return kept.put(date);
    if (typed !== null) kept.drop();
    onChange(date);
  };
  const handleConfirm = async (date: string) => {
    const answers = { bundle_intro: { ...intro, date_of_birth: date } };
    const result = await update({ answers, confirmedBirthDate: date });
    const isTaken = !('error' in result);
    // the server's calendar may be a day ahead
    if (isTaken) onChange(date);
    if (isTaken || asCallFailure(result.error)?.status === 422) kept.drop();
  };
  const refused = asCallFailure(error);
  const refusal = refused && t(refused.problem?.errors?.[0]?.detail ?? refused.message);
  const wrong = problem === 'implausible' && isLeft && t('This date cannot be right. Please check the year.');
  const isAsked = problem === 'under_age' && typed !== null;
  return (
    <Stack gap={3}>
      <TextField
        label={label}
        type="date"
        min="1900-01-01"
        max={latestBirthDate(today)}
        value={typed ?? intro.date_of_birth ?? ''}
        hint={hint}
        error={tooYoung ? t(WORDING.mustBe18) : refusal || wrong || null}
        autoComplete="bday"
        onChange={(event) => handleChange(event.target.value)}
        onBlur={() => setLeft(true)}
      />
      {isAsked && (
        <Notice tone="warning" title={t(WORDING.wouldBe, { age: ageOn(typed, today)! })}>
          <p>{t('Change it above if it is not. This app is for students of 18 and older.')}</p>
          <Button busy={isLoading} onClick={() => void handleConfirm(typed)}>
            {t('Yes, this is my date of birth')}
          </Button>
        </Notice>
      )}
    </Stack>
  );
}
