import type { Option } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';

/** Options as they are shown: the likeliest first, labels in the page's language, values as they are sent. */
export const translated = (options: readonly Option[]): readonly Option[] =>
  [...options.filter(({ likely }) => likely), ...options.filter(({ likely }) => !likely)].map((option) => ({
    ...option,
    label: t(option.label),
    ...(option.description && { description: t(option.description) }),
  }));
