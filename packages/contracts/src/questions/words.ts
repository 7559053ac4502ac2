const french: Record<string, string> = {};

/** The Canadian French of a text of the questions, if it is one. */
export const frenchOf = (text: string): string | undefined => french[text];

/** A text in English and Canadian French; returns the English. Throws if the English has another translation elsewhere. */
export function words(en: string, fr: string): string {
  if ((french[en] ?? fr) !== fr)
    throw new Error(`“${en}” has two translations: “${french[en]}” and “${fr}”.`);
  french[en] = fr;
  return en;
}

/** An option with its label in both languages. */
export const option = <Rest extends object = object>(value: string, en: string, fr: string, rest?: Rest) =>
  ({ value, label: words(en, fr), ...rest }) as { readonly value: string; readonly label: string } & Rest;
