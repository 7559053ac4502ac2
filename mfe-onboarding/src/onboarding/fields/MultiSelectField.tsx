import { LIMITS } from '@flint/contracts';
import type { Answer, MultiAnswer } from '@flint/contracts/questions/types';
import { Chips, OptionList, Stack } from '@flint/ui';
import { useState } from 'react';
import { withExclusive } from '../exclusive';
import { OtherText } from './OtherText';
import type { FieldProps } from './types';

const OTHER = 'other';

function partsOf(answer: Answer | undefined): { readonly values: readonly string[]; readonly other: string } {
  if (Array.isArray(answer)) return { values: answer as string[], other: '' };
  const { values = [], other = '' } = (answer ?? {}) as Partial<MultiAnswer>;
  return { values, other };
}

/** Several options with an 'Other' text; exclusive options stand alone (spec 3). */
export function MultiSelectField({ question, answer, onAnswer }: FieldProps<'multi_select'>) {
  const { values, other } = partsOf(answer);
  const [otherOpen, setOtherOpen] = useState(other !== '');
  const give = (next: readonly string[], text: string) =>
    onAnswer(
      next.length === 0 && !text.trim() ? null : { values: [...next], ...(text.trim() && { other: text }) },
    );
  const options = [...question.options, ...(question.allowOther ? [{ value: OTHER, label: 'Other' }] : [])];
  const handleChange = (after: string[]) => {
    const open = after.includes(OTHER);
    setOtherOpen(open);
    give(
      withExclusive(
        question.options,
        values,
        after.filter((value) => value !== OTHER),
      ),
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
        values={otherOpen ? [...values, OTHER] : values}
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

/** Chips up to a maximum; further chips are disabled there (spec 5). */
export function ChipsField({ question, answer, onAnswer }: FieldProps<'limited_chips'>) {
  const { values, other } = partsOf(answer);
  const [otherOpen, setOtherOpen] = useState(other !== '');
  const give = (next: readonly string[], text: string) => {
    if (next.length === 0 && !text.trim()) onAnswer(null);
    else onAnswer(text.trim() ? { values: [...next], other: text } : [...next]);
  };
  return (
    <Stack>
      <Chips
        legend={question.title}
        hideLegend
        options={question.options}
        values={values}
        max={question.maxSelections ?? LIMITS.defaultMaxSelections}
        onChange={(after) => give(withExclusive(question.options, values, after), other)}
      />
      {question.allowOther && (
        <OptionList
          legend="Something else"
          hideLegend
          type="checkbox"
          options={[{ value: OTHER, label: 'Other' }]}
          values={otherOpen ? [OTHER] : []}
          onChange={(on) => {
            setOtherOpen(on.length > 0);
            if (on.length === 0) give(values, '');
          }}
        />
      )}
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
