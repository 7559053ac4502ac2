import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { textsOf } from './collect';

const REPOSITORY = path.resolve(__dirname, '../..');

/** Workspaces with texts on screen; each has its French in `src/texts/fr.ts`. */
const SCREENS = [
  ...readdirSync(REPOSITORY).filter((name) => name.startsWith('mfe-')),
  'shell',
  'packages/remote-kit',
  'packages/ui',
].filter((room) => existsSync(path.join(REPOSITORY, room, 'src/texts/fr.ts')));

/** The service also has texts for operators and GoTrue messages; only the texts that it translates need French. */
const ROOMS = [...SCREENS, 'services'];

const SKIPPED = /\.test\.tsx?$|(^|\/)(testing|texts)\//;
const sourcesOf = (room: string) => {
  const src = path.join(REPOSITORY, room, 'src');
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !SKIPPED.test(name))
    .map((name) => path.join(src, name));
};

const frenchOf = (room: string) =>
  (require(path.join(REPOSITORY, room, 'src/texts/fr')) as typeof import('../../mfe-auth/src/texts/fr')).fr;

const holesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([hole]) => hole).sort();

const readRoom = (room: string) =>
  sourcesOf(room).map((file) => ({ file: path.relative(REPOSITORY, file), ...textsOf(file) }));

describe.each(SCREENS)('the screens of %s', (room) => {
  it('text on screen - in any file - goes through the catalogue', () => {
    expect(
      readRoom(room).flatMap(({ file, bare }) => bare.map(({ text, line }) => `${file}:${line} ${text}`)),
    ).toEqual([]);
  });
});

describe.each(ROOMS)('the texts of %s', (room) => {
  const files = readRoom(room);
  const used = new Set(files.flatMap(({ translated }) => translated.map(({ text }) => text)));
  const fr = frenchOf(room);

  it('every text - has its French', () => {
    expect([...used].filter((text) => !(text in fr)).sort()).toEqual([]);
  });

  it('no French - is left over from a text that is gone', () => {
    expect(Object.keys(fr).filter((text) => !used.has(text))).toEqual([]);
  });

  it('every French text - has the places of the English one', () => {
    const wrong = Object.entries(fr).filter(([text, words]) =>
      (typeof words === 'string' ? [words] : words.slice(1)).some(
        (form) => holesOf(form).join() !== holesOf(text).join(),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the French of all workspaces', () => {
  it('a text of several workspaces - on one page - is the same in each', () => {
    const seen = new Map<string, string>();
    const rooms = [...ROOMS, 'packages/contracts'].map((room) => [room, frenchOf(room)] as const);
    const differ = [...rooms, ['the questions', frQuestions] as const].flatMap(([room, french]) =>
      Object.entries(french).flatMap(([text, words]) => {
        const before = seen.get(text) ?? String(words);
        seen.set(text, before);
        return before === String(words) ? [] : [`${room}: ${text}: ${String(words)} / ${before}`];
      }),
    );
    expect(differ).toEqual([]);
  });
});
