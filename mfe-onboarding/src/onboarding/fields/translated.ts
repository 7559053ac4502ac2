import type { Option } from '@flint/contracts/questions/types';
import { locale, t } from '@flint/texts';

export const OTHER = 'other';

/** Options as they are shown: labels in the page's language, values as they are sent; in a list with likely ones these first, then A to Z. */
export function translated(options: readonly Option[]): readonly Option[] {
  const shown = options.map((option) => ({
    ...option,
    label: t(option.label),
    ...(option.description && { description: t(option.description) }),
  }));
  const likely = shown.filter((option) => option.likely);
  if (likely.length === 0) return shown;
  const others = shown.filter(({ value, likely }) => !likely && value !== OTHER);
  others.sort((a, b) => a.label.localeCompare(b.label, locale()));
  return [...likely, ...others, ...shown.filter(({ value }) => value === OTHER)];
}
