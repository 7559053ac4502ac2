import type { MultiAnswer } from '@flint/contracts/questions/types';
import { OptionList, Stack } from '@flint/ui';
import { useState } from 'react';
import { withExclusive } from '../exclusive';
import { OtherText } from './OtherText';
import type { FieldProps } from './types';

const OTHER = { value: 'other', label: 'Other' } as const;

/** Several options with an 'Other' text; exclusive options stand alone, beside that text too (spec 3). */
export function MultiSelectField({ question, answer, onAnswer }: FieldProps<'multi_select'>) {
  const { values = [], other = '' } = (answer ?? {}) as Partial<MultiAnswer>;
  const [otherChosen, setOtherChosen] = useState(false);
  const otherOpen = other !== '' || otherChosen;
  const options = question.allowOther ? [...question.options, OTHER] : question.options;
  const give = (next: readonly string[], text: string) =>
    onAnswer(
      next.length === 0 && !text.trim() ? null : { values: [...next], ...(text.trim() && { other: text }) },
    );
  const handleChange = (after: string[]) => {
    const chosen = withExclusive(options, otherOpen ? [...values, OTHER.value] : values, after);
    const open = chosen.includes(OTHER.value);
    setOtherChosen(open);
    give(
      chosen.filter((value) => value !== OTHER.value),
      open ? other : '',
    );
  };
  return (
    <Stack>
      <OptionList
        legend={question.title}
        hideLegend
        type="checkbox"
        options={options}
        values={otherOpen ? [...values, OTHER.value] : values}
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
