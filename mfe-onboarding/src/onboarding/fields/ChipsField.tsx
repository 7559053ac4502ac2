import { LIMITS } from '@flint/contracts';
import type { Answer, MultiAnswer } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';
import { Chips, Stack } from '@flint/ui';
import { OtherText } from './OtherText';
import type { FieldProps } from './types';
import { useOtherChoice } from './use-other-choice';

function partsOf(answer: Answer | undefined): { readonly values: readonly string[]; readonly other: string } {
  if (Array.isArray(answer)) return { values: answer as string[], other: '' };
  const { values = [], other = '' } = (answer ?? {}) as Partial<MultiAnswer>;
  return { values, other };
}

/** Chips up to a maximum, 'Other' included; at the maximum the others are disabled (spec 5). */
export function ChipsField({ question, answer, onAnswer }: FieldProps<'limited_chips'>) {
  const { values, other } = partsOf(answer);
  const emit = (next: readonly string[], text: string) => {
    if (text.trim()) onAnswer({ values: [...next], other: text });
    else onAnswer(next.length === 0 ? null : [...next]);
  };
  const { options, chosen, otherOpen, handleChange, handleText } = useOtherChoice({
    question,
    values,
    other,
    give: emit,
  });
  return (
    <Stack>
      <Chips
        legend={t(question.title)}
        hideLegend
        options={options}
        values={chosen}
        max={question.maxSelections ?? LIMITS.defaultMaxSelections}
        onChange={handleChange}
      />
      {otherOpen && <OtherText placeholder={question.otherPlaceholder} value={other} onChange={handleText} />}
    </Stack>
  );
}
