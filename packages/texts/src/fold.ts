/** A text without capitals and accents, to compare what was typed: `quebec` finds `Québec`. */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
