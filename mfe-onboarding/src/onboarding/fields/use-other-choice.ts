import type { Option } from '@flint/contracts/questions/types';
import { message } from '@flint/texts';
import { useState } from 'react';
import { withExclusive } from '../exclusive';
import { OTHER, translated } from './translated';

/** The choice 'Other', with the question's second line for it. */
export const otherOption = ({ otherDescription }: { readonly otherDescription?: string }): Option => ({
  value: OTHER,
  label: message('Other'),
  ...(otherDescription && { description: otherDescription }),
});

interface Listed {
  readonly options: readonly Option[];
  readonly allowOther?: boolean;
  readonly otherDescription?: string;
}

const hasOther = ({ options }: Listed) => options.some(({ value }) => value === OTHER);

/** Every choice of a list, with 'Other' where it allows one and has none of its own. */
export const choicesOf = (question: Listed): readonly Option[] =>
  question.allowOther && !hasOther(question)
    ? [...question.options, otherOption(question)]
    : question.options;

interface Given {
  readonly question: Listed;
  readonly values: readonly string[];
  readonly other: string;
  readonly give: (values: readonly string[], other: string) => void;
}

/**
 * 'Other' as one of several options (spec 3): chosen before its text is typed; deselecting it clears the text. Where 'other' is an option of
 * its own (sought genders), it counts without a text.
 */
export function useOtherChoice({ question, values, other, give }: Given) {
  const [otherChosen, setOtherChosen] = useState(false);
  const isOption = hasOther(question);
  const otherOpen = isOption ? values.includes(OTHER) : other !== '' || otherChosen;
  const options = choicesOf(question);
  const chosen = otherOpen && !isOption ? [...values, OTHER] : values;
  const handleChange = (after: string[]) => {
    const next = withExclusive(options, chosen, after);
    const open = next.includes(OTHER);
    setOtherChosen(open);
    give(
      next.filter((value) => isOption || value !== OTHER),
      open ? other : '',
    );
  };
  const handleText = (text: string) => {
    // an emptied text is no answer, but its box stays
    setOtherChosen(true);
    give(values, text);
  };
  return { options: translated(options), chosen, otherOpen, handleChange, handleText };
}
