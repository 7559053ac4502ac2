import { fold, t } from '@flint/texts';
import { TextField, type ChoiceOption } from '@flint/ui';
import { useState, type ReactNode } from 'react';

/** More options than a phone shows at once. */
const LONG = 14;

/** The options of a long list that hold what is typed above it; what is chosen stays in sight. Short lists have no field. */
export function useFilter(
  options: readonly ChoiceOption[],
  chosen: readonly string[],
): readonly [shown: readonly ChoiceOption[], field: ReactNode] {
  const [typed, setTyped] = useState('');
  if (options.length <= LONG) return [options, null];
  const wanted = fold(typed.trim());
  const shown = options.filter(({ value, label }) => fold(label).includes(wanted) || chosen.includes(value));
  return [
    shown,
    <TextField
      key="filter"
      label={t('Filter the list')}
      type="search"
      value={typed}
      hint={shown.length === 0 ? t('Nothing fits') : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        // Enter goes on elsewhere: here it ends the filter
        if (event.key !== 'Enter') return;
        event.preventDefault();
        setTyped('');
      }}
    />,
  ];
}
