import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The phrases found in the comments, test titles and sentences of a file; other strings are not checked. */
function strangeWords(name: string, text: string): string[] {
  const isDocument = name.endsWith('.md');
  return text.split('\n').flatMap((line, i) => {
    const words = isDocument
      ? line
      : [/(?:^\s*(?:\/?\*+|\/\/)|\s\/\/ )(.*)/, /\b(?:it|test|describe)(?:\.each\([^)]*\))?\((['"`].*)/]
          .map((part) => part.exec(line)?.[1] ?? '')
          .join(' ');
    return Object.entries(PLAIN)
      .filter(([phrase]) => new RegExp(`\\b(?:${phrase})\\b`, 'i').test(words))
      .map(([phrase, plain]) => `${name}:${i + 1}: '${phrase}': write '${plain}'`);
  });
}

describe('plain words', () => {
  it('comments, titles and documents - everywhere - use the words of the field', () => {
    const found = sourceFiles(/\.([cm]?[jt]sx?|css|md|ya?ml)$/)
      .filter((name) => !EXEMPT.has(name))
      .flatMap((name) => strangeWords(name, readFileSync(join(REPOSITORY, name), 'utf8')));
    expect(found).toEqual([]);
  });

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
