import { WORDING } from '@flint/contracts';
import {
  birthDateProblem,
  isUnderAgeByYear,
  latestBirthDate,
  localToday,
} from '@flint/contracts/questions/age';
import { useUnsavedWork } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { TextField } from '@flint/ui';
import { useState } from 'react';

/** Name of the draft for a date that is not a valid answer. */
export const UNACCEPTED_BIRTH_DATE = 'date_of_birth';

interface BirthDateFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  /** ISO calendar date, or empty. */
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/**
 * A date of birth. As specified, this field only ignores a date whose year is under 18 years ago; the server checks the full date on every
 * path (spec 5).
 */
export function BirthDateField({ label, hint, value, onChange }: BirthDateFieldProps) {
  // an invalid date stays in the field, on this device, until it is corrected
  const kept = useUnsavedWork<string>(UNACCEPTED_BIRTH_DATE);
  const typed = typeof kept.value === 'string' ? kept.value : null;
  const [isLeft, setLeft] = useState(true);
  const [tooYoung, setTooYoung] = useState(false);
  const today = localToday();
  const handleChange = (date: string) => {
    setLeft(false);
    const ignored = date !== '' && isUnderAgeByYear(date, today);
    setTooYoung(ignored);
    if (ignored) return;
    // a half-typed year is 0002, then 0020: shown, but not an answer
    const problem = date === '' ? null : birthDateProblem(date, today);
    if (problem === 'implausible') return kept.put(date);
    if (typed !== null) kept.drop();
    onChange(date);
  };
  const wrong = typed !== null && isLeft ? t('This date cannot be right. Please check the year.') : null;
  return (
    <TextField
      label={label}
      type="date"
      min="1900-01-01"
      max={latestBirthDate(today)}
      value={typed ?? value}
      hint={hint}
      error={tooYoung ? t(WORDING.mustBe18) : wrong}
      autoComplete="bday"
      onChange={(event) => handleChange(event.target.value)}
      onBlur={() => setLeft(true)}
    />
  );
}
