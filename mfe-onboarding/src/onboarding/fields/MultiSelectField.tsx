import type { MultiAnswer } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';
import { OptionList, Stack } from '@flint/ui';
import { readHabit } from '@flint/ui/habits';
import { useFilter } from './use-filter';
import { OtherText } from './OtherText';
import type { FieldProps } from './types';
import { useOtherChoice } from './use-other-choice';

/** Several options with an 'Other' text; an exclusive option clears all others and that text (spec 3). */
export function MultiSelectField({ question, answer, onAnswer }: FieldProps<'multi_select'>) {
  const { values = [], other = '' } = (answer ?? {}) as Partial<MultiAnswer>;
  const emit = (next: readonly string[], text: string) =>
    onAnswer(
      next.length === 0 && !text.trim() ? null : { values: [...next], ...(text.trim() && { other: text }) },
    );
  const { options, chosen, otherOpen, handleChange, handleText } = useOtherChoice({
    question,
    values,
    other,
    give: emit,
  });
  const [shown, filter] = useFilter(options, chosen);
  return (
    <Stack>
      {filter}
      <OptionList
        legend={t(question.title)}
        hideLegend
        keys={readHabit('singleKeys') !== 'off'}
        type="checkbox"
        options={shown}
        values={chosen}
        onChange={handleChange}
      />
      {otherOpen && (
        <OtherText
          placeholder={question.otherPlaceholder}
          value={other}
          suggestions={question.otherSuggestions}
          onChange={handleText}
        />
      )}
    </Stack>
  );
}
