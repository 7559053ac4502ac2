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

type Other = Exclude<SingleAnswer, string>;

/** One option, or 'Other' with a text (spec 3). */
export function SingleSelectField({ question, answer, onAnswer }: FieldProps<'single_select'>) {
  const given = answer as SingleAnswer | undefined;
  // 'Other' without a text is no answer
  const [unsaid, setUnsaid] = useState<Other | null>(null);
  const own = typeof given === 'string' ? null : (given ?? unsaid);
  const { subField } = question;
  const selected = own ? OTHER : String(given ?? '');
  const shown = subField && Array.isArray(own?.[subField.key]) ? (own[subField.key] as string[]) : [];
  const answerOwn = (other: string, sub: readonly string[]) => {
    const next: Other = { value: OTHER, other, ...(subField && { [subField.key]: [...sub] }) };
    // another device may empty the text: then the box stays, and nothing that is not stored stands in it
    setUnsaid({ ...next, other: '' });
    onAnswer(other.trim() ? next : null);
  };
  const handleChange = ([value = '']: string[]) => {
    if (value === OTHER) return answerOwn('', []);
    setUnsaid(null);
    onAnswer(value);
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
      {own && (
        <OtherText
          placeholder={question.otherPlaceholder}
          value={own.other}
          suggestions={question.otherSuggestions}
          onChange={(text) => answerOwn(text, shown)}
        />
      )}
      {own && subField && (
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
