/** A text without capitals and accents, for searches: `quebec` finds `Québec`. */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
