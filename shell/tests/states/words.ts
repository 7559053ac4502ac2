import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import type { Dictionary, Language } from '@flint/texts';
import { createCatalogue } from '@flint/texts/catalogue';

const frenchOf = (workspace: string): Dictionary => {
  const file = path.join(REPOSITORY, workspace, 'src/texts/fr.ts');
  return existsSync(file) ? (require(file) as { readonly fr: Dictionary }).fr : {};
};

/** All texts of the product in French, by the English text. */
export const FRENCH: Dictionary = Object.assign(
  {},
  ...['packages/contracts', 'packages/remote-kit', 'packages/ui', 'shell'].map(frenchOf),
  ...readdirSync(REPOSITORY)
    .filter((name) => name.startsWith('mfe-'))
    .map(frenchOf),
);

/** Pattern for a text on a page: all of it, with anything in its `{places}`. */
export type Words = (text: string) => RegExp;

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);

/** Queries for a page in that language. */
export function wordsOf(language: Language): Words {
  const { t } = createCatalogue(language, (text) => FRENCH[text]);
  return (text) =>
    new RegExp(
      `^${escaped(t(text))
        .replaceAll(/\{\w+\}/g, '.+')
        .replaceAll(' ', String.raw`\s`)}$`,
    );
}
