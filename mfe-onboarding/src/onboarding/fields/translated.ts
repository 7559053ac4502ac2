import type { Option, RangeQuestion } from '@flint/contracts/questions/types';
import { locale, t } from '@flint/texts';

export const OTHER = 'other';

/** An end of a range; the highest value is shown as '30+' (spec 3, 5). */
export const endText = ({ max, maxLabel }: RangeQuestion, value: number): string =>
  value === max && maxLabel ? t(maxLabel) : String(value);

/** Options as they are shown: labels in the page's language, values as they are sent; in a list with likely ones these first, then A to Z. */
export function translated(options: readonly Option[]): readonly Option[] {
  const shown = options.map((option) => ({
    ...option,
    label: t(option.label),
    ...(option.description && { description: t(option.description) }),
  }));
  if (!options.some(({ likely }) => likely)) return shown;
  const rankOf = ({ value, likely }: Option) => (likely ? 0 : value === OTHER ? 2 : 1);
  return shown.toSorted(
    // the likely ones keep their order
    (a, b) => rankOf(a) - rankOf(b) || rankOf(a) * a.label.localeCompare(b.label, locale()),
  );
}
