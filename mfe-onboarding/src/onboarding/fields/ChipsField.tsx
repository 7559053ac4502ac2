import { LIMITS } from '@flint/contracts';
import type { Answer, MultiAnswer } from '@flint/contracts/questions/types';
import { Chips, Stack } from '@flint/ui';
import { useState } from 'react';
import { withExclusive } from '../exclusive';
import { OtherText } from './OtherText';
import type { FieldProps } from './types';

const OTHER = { value: 'other', label: 'Other' } as const;

function partsOf(answer: Answer | undefined): { readonly values: readonly string[]; readonly other: string } {
  if (Array.isArray(answer)) return { values: answer as string[], other: '' };
  const { values = [], other = '' } = (answer ?? {}) as Partial<MultiAnswer>;
  return { values, other };
}

/** Chips up to a maximum, 'Other' being one of them; further chips are disabled there (spec 5). */
export function ChipsField({ question, answer, onAnswer }: FieldProps<'limited_chips'>) {
  const { values, other } = partsOf(answer);
  const [otherChosen, setOtherChosen] = useState(false);
  const otherOpen = other !== '' || otherChosen;
  const options = question.allowOther ? [...question.options, OTHER] : question.options;
  const chosen = otherOpen ? [...values, OTHER.value] : values;
  const give = (next: readonly string[], text: string) => {
    if (text.trim()) onAnswer({ values: [...next], other: text });
    else onAnswer(next.length === 0 ? null : [...next]);
  };
  const handleChange = (after: string[]) => {
    const next = withExclusive(options, chosen, after);
    const open = next.includes(OTHER.value);
    setOtherChosen(open);
    give(
      next.filter((value) => value !== OTHER.value),
      open ? other : '',
    );
  };
  return (
    <Stack>
      <Chips
        legend={question.title}
        hideLegend
        options={options}
        values={chosen}
        max={question.maxSelections ?? LIMITS.defaultMaxSelections}
        onChange={handleChange}
      />
      {otherOpen && (
        <OtherText
          placeholder={question.otherPlaceholder}
          value={other}
          onChange={(text) => give(values, text)}
        />
      )}
    </Stack>
  );
}
