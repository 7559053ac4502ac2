import { WORDING } from '@flint/contracts';
import {
  birthDateProblem,
  isUnderAgeByYear,
  latestBirthDate,
  localToday,
} from '@flint/contracts/questions/age';
import { t } from '@flint/texts';
import { TextField } from '@flint/ui';
import { useState } from 'react';

interface BirthDateFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  /** ISO calendar date, or empty. */
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/**
 * A date of birth. As specified, a date whose year is under 18 years ago is ignored here, and no more is decided; the server checks the full
 * date on every path (spec 5).
 */
export function BirthDateField({ label, hint, value, onChange }: BirthDateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [tooYoung, setTooYoung] = useState(false);
  const handleChange = (date: string) => {
    const today = localToday();
    const problem = date === '' ? null : birthDateProblem(date, today);
    const ignored = date !== '' && isUnderAgeByYear(date, today);
    setTooYoung(ignored);
    // a year being typed passes through 0002 and 0020: shown, not yet an answer
    setTyped(problem === 'implausible' ? date : null);
    if (!ignored && problem !== 'implausible') onChange(date);
  };
  return (
    <TextField
      label={label}
      type="date"
      min="1900-01-01"
      max={latestBirthDate(localToday())}
      value={typed ?? value}
      hint={hint}
      error={tooYoung ? t(WORDING.mustBe18) : null}
      autoComplete="bday"
      onChange={(event) => handleChange(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
