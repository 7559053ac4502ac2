import type { SingleAnswer } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';
import { Chips, OptionList, Stack } from '@flint/ui';
import { readHabit } from '@flint/ui/habits';
import { useState } from 'react';
import { useFilter } from './use-filter';
import { OtherText } from './OtherText';
import { OTHER, translated } from './translated';
import type { FieldProps } from './types';
import { choicesOf } from './use-other-choice';

/** One option, or 'Other' with a text (spec 3). */
export function SingleSelectField({ question, answer, onAnswer }: FieldProps<'single_select'>) {
  const given = answer as SingleAnswer | undefined;
  const own = typeof given === 'object' ? given : null;
  const [otherChosen, setOtherChosen] = useState(false);
  const otherOpen = own !== null || otherChosen;
  const { subField } = question;
  const selected = otherOpen ? OTHER : typeof given === 'string' ? given : '';
  const shown = subField && Array.isArray(own?.[subField.key]) ? (own[subField.key] as string[]) : [];
  const answerOwn = (other: string, sub: readonly string[]) =>
    onAnswer(other.trim() ? { value: OTHER, other, ...(subField && { [subField.key]: [...sub] }) } : null);
  const handleChange = ([value = '']: string[]) => {
    setOtherChosen(value === OTHER);
    onAnswer(value === OTHER ? null : value);
  };
  const [listed, filter] = useFilter(translated(choicesOf(question)), [selected]);
  return (
    <Stack>
      {filter}
      <OptionList
        legend={t(question.title)}
        hideLegend
        keys={readHabit('singleKeys') !== 'off'}
        type="radio"
        options={listed}
        values={[selected]}
        onChange={handleChange}
      />
      {otherOpen && (
        <OtherText
          placeholder={question.otherPlaceholder}
          value={own?.other ?? ''}
          suggestions={question.otherSuggestions}
          onChange={(text) => answerOwn(text, shown)}
        />
      )}
      {otherOpen && subField && own && (
        <Chips
          legend={t(subField.label)}
          options={translated(subField.options)}
          values={shown}
          onChange={(values) => answerOwn(own.other, values)}
        />
      )}
    </Stack>
  );
}
