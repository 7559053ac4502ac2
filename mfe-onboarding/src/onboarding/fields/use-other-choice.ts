import type { Option } from '@flint/contracts/questions/types';
import { message } from '@flint/texts';
import { useState } from 'react';
import { withExclusive } from '../exclusive';
import { translated } from './translated';

const OTHER: Option = { value: 'other', label: message('Other') };

interface Given {
  readonly question: { readonly options: readonly Option[]; readonly allowOther?: boolean };
  readonly values: readonly string[];
  readonly other: string;
  readonly give: (values: readonly string[], other: string) => void;
}

/** 'Other' as one of several options (spec 3): chosen before its text is written, and clearing the text when it is left. */
export function useOtherChoice({ question, values, other, give }: Given) {
  const [otherChosen, setOtherChosen] = useState(false);
  const otherOpen = other !== '' || otherChosen;
  const options = question.allowOther ? [...question.options, OTHER] : question.options;
  const chosen = otherOpen ? [...values, OTHER.value] : values;
  const handleChange = (after: string[]) => {
    const next = withExclusive(options, chosen, after);
    const open = next.includes(OTHER.value);
    setOtherChosen(open);
    give(
      next.filter((value) => value !== OTHER.value),
      open ? other : '',
    );
  };
  return { options: translated(options), chosen, otherOpen, handleChange };
}
