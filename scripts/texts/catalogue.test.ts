import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { frErrors } from '@flint/contracts/texts/fr-errors';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { textsOf } from './collect';

const REPOSITORY = path.resolve(__dirname, '../..');

/** Workspaces with texts on screen; each has its French in `src/texts/fr.ts`. */
const SCREENS = [
  ...readdirSync(REPOSITORY).filter((name) => name.startsWith('mfe-')),
  'shell',
  'packages/remote-kit',
  'packages/ui',
].filter((workspace) => existsSync(path.join(REPOSITORY, workspace, 'src/texts/fr.ts')));

/** The service also has texts for operators and GoTrue messages; only the texts that it translates need French. */
const WORKSPACES = [...SCREENS, 'services'];

const SKIPPED = /\.test\.tsx?$|(^|\/)(testing|texts)\//;
const sourcesOf = (workspace: string) => {
  const src = path.join(REPOSITORY, workspace, 'src');
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !SKIPPED.test(name))
    .map((name) => path.join(src, name));
};

const frenchOf = (workspace: string) =>
  (require(path.join(REPOSITORY, workspace, 'src/texts/fr')) as typeof import('../../mfe-auth/src/texts/fr'))
    .fr;

const holesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([hole]) => hole).sort();

const readWorkspace = (workspace: string) =>
  sourcesOf(workspace).map((file) => ({ file: path.relative(REPOSITORY, file), ...textsOf(file) }));

describe.each(SCREENS)('the screens of %s', (workspace) => {
  it('text on screen - in any file - goes through the catalogue', () => {
    expect(
      readWorkspace(workspace).flatMap(({ file, bare }) =>
        bare.map(({ text, line }) => `${file}:${line} ${text}`),
      ),
    ).toEqual([]);
  });
});

describe.each(WORKSPACES)('the texts of %s', (workspace) => {
  const files = readWorkspace(workspace);
  const used = new Set(files.flatMap(({ translated }) => translated.map(({ text }) => text)));
  const fr = frenchOf(workspace);

  it('every text - has its French', () => {
    expect([...used].filter((text) => !(text in fr)).sort()).toEqual([]);
  });

  it('no French text - belongs to a removed text', () => {
    expect(Object.keys(fr).filter((text) => !used.has(text))).toEqual([]);
  });

  it('every French text - has the placeholders of the English one', () => {
    const wrong = Object.entries(fr).filter(([text, words]) =>
      (typeof words === 'string' ? [words] : words.slice(1)).some(
        (form) => holesOf(form).join() !== holesOf(text).join(),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the French of all workspaces', () => {
  const workspaces = [...WORKSPACES, 'packages/contracts'].map(
    (workspace) => [workspace, frenchOf(workspace)] as const,
  );
  const all = [...workspaces, ['errors', frErrors], ['the questions', frQuestions]] as const;

  it('a text of several workspaces - on one page - is the same in each', () => {
    const seen = new Map<string, string>();
    const differ = all.flatMap(([workspace, french]) =>
      Object.entries(french).flatMap(([text, words]) => {
        const before = seen.get(text) ?? String(words);
        seen.set(text, before);
        return before === String(words) ? [] : [`${workspace}: ${text}: ${String(words)} / ${before}`];
      }),
    );
    expect(differ).toEqual([]);
  });

  it('no text, in either language - names the product, which an installation names itself', () => {
    const texts = all.flatMap(([, french]) => Object.entries(french).flat(2));
    expect(texts.filter((text) => text.includes('Flint'))).toEqual([]);
  });
});
