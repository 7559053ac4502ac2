import type { Option } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';

/** Options as they are shown: labels in the page's language, values as they are sent. */
export const translated = (options: readonly Option[]): readonly Option[] =>
  options.map((option) => ({
    ...option,
    label: t(option.label),
    ...(option.description && { description: t(option.description) }),
  }));
