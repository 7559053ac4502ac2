import { fold, t } from '@flint/texts';
import { type ChoiceOption, Icon, icons, TextField } from '@flint/ui';
import { useState, type ReactNode } from 'react';

/** From this number of options on, a list does not fit a phone. */
const LONG = 14;

/** Filters a long list by the text typed above it; chosen options stay visible. Short lists have no filter. */
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
      label={t('Find in {n} choices', { n: options.length })}
      placeholder={t('Find in {n} choices', { n: options.length })}
      prefix={<Icon path={icons.search} />}
      hideLabel
      type="search"
      value={typed}
      hint={shown.length === 0 ? t('No results') : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        // elsewhere Enter opens the next question; here it closes the filter
        if (event.key !== 'Enter') return;
        event.preventDefault();
        setTyped('');
      }}
    />,
  ];
}
