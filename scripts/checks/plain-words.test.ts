import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frErrors } from '@flint/contracts/texts/fr-errors';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { REPOSITORY } from '../compose/remotes';
import { sourceFiles } from './source-files';

/** Phrases that are hard to read, with replacements (docs/STYLE.md, Words). */
const PLAIN: Readonly<Record<string, string>> = {
  'who is here': 'the session, the signed-in student',
  'of old': 'older',
  'held against': 'compared with, verified against',
  anew: 'again',
  'asks? after|asked after': 'requests',
  'of before': 'older, the previous',
  'when it goes|goe?s? by (?:itself|themselves)': 'when it expires, is sent or is deleted',
  'the rooms': 'the workspaces',
  'who comes second': 'the second one',
  'the house': 'the project, the repository',
};
// docs/performance.md is printed by the benchmarks
const EXEMPT = new Set(['docs/STYLE.md', 'docs/performance.md', 'scripts/checks/plain-words.test.ts']);

/** More of them in texts that students read; comments have other uses for these words. */
const PLAIN_ON_SCREENS: Readonly<Record<string, string>> = {
  ...PLAIN,
  // people may be told: '{name} is not told'
  'tells|(?<!not )told': 'lets … know, sent, shows',
  'stands?(?! up)|stood': 'is, was upheld',
  shall: 'will, would you like to',
  'somebody|anybody': 'someone, anyone',
  'else than': 'other than',
  'go(?:es)? on|went on': 'continue',
  'by (?:itself|themselves)': 'automatically',
  '(?:come|came) of': 'the outcome of',
  'hears? of': 'knows about',
  'strikes?': 'removes',
  '(?:take|took|taken) off': 'remove',
  unfitting: 'inappropriate',
};

/** The phrases found in the comments, test titles and sentences of a file; other strings are not checked. */
function strangeWords(name: string, text: string): string[] {
  const isDocument = name.endsWith('.md');
  return text.split('\n').flatMap((line, i) => {
    const words = isDocument
      ? line
      : [/(?:^\s*(?:\/?\*+|\/\/)|\s\/\/ )(.*)/, /\b(?:it|test|describe)(?:\.each\([^)]*\))?\((['"`].*)/]
          .map((part) => part.exec(line)?.[1] ?? '')
          .join(' ');
    return phrasesIn(words, PLAIN).map((advice) => `${name}:${i + 1}: ${advice}`);
  });
}

/** Each phrase of the list that these words have, with its replacement. */
const phrasesIn = (words: string, list: Readonly<Record<string, string>>): string[] =>
  Object.entries(list)
    .filter(([phrase]) => new RegExp(`\\b(?:${phrase})\\b`, 'i').test(words))
    .map(([phrase, plain]) => `'${phrase}': write '${plain}'`);

/** Every text of screens and mails: `scripts/texts/catalogue.test.ts` checks that each has its French. */
const readTexts = (): string[] =>
  sourceFiles(/src\/texts\/fr\.ts$/)
    .map((name) => (require(join(REPOSITORY, name)) as { fr: Readonly<Record<string, unknown>> }).fr)
    .concat(frErrors, frQuestions)
    .flatMap(Object.keys);

describe('plain words', () => {
  it('comments, titles and documents - everywhere - use the words of the field', () => {
    const found = sourceFiles(/\.([cm]?[jt]sx?|css|md|ya?ml)$/)
      .filter((name) => !EXEMPT.has(name))
      .flatMap((name) => strangeWords(name, readFileSync(join(REPOSITORY, name), 'utf8')));
    expect(found).toEqual([]);
  });

  it('texts of screens and mails - in every workspace - use plain words', () => {
    const texts = readTexts();
    expect(texts.length).toBeGreaterThan(900);
    expect(
      texts.flatMap((text) => phrasesIn(text, PLAIN_ON_SCREENS).map((advice) => `${text}: ${advice}`)),
    ).toEqual([]);
  });

  it.each([
    ['Lists are made anew.', 1],
    ['One tap tells {name}.', 1],
    ['The decision stands.', 1],
    ['Somebody else than before decides.', 2],
    ['{name} is not told.', 0],
    ['A friend in need understands.', 0],
  ])('a text of a screen - %s - has %i strange phrases', (text, count) =>
    expect(phrasesIn(text, PLAIN_ON_SCREENS)).toHaveLength(count),
  );

  it.each([
    ['a comment', 'a.ts', '/** Told in the house. */', 1],
    ['a comment after code', 'a.ts', 'const a = 1; // data of old', 1],
    ['a test title', 'a.test.ts', "it('data of old - opens', () => {})", 1],
    ['a document', 'a.md', 'The house measures.', 1],
    ['a string of the program', 'a.ts', "t('the house')", 0],
  ])('a strange phrase - in %s - is found or left alone', (_, name, text, count) =>
    expect(strangeWords(name, text)).toHaveLength(count),
  );
});
