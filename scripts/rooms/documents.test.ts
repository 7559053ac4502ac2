import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { REPOSITORY, remoteRooms } from '../compose/remotes';
import { sourceFiles } from './source-files';

const documents = sourceFiles(/\.md$/).map((name) => ({
  name,
  text: readFileSync(join(REPOSITORY, name), 'utf8'),
}));
const scriptsOf = (room: string): readonly string[] =>
  Object.keys(
    (JSON.parse(readFileSync(join(REPOSITORY, room, 'package.json'), 'utf8')) as { scripts?: object })
      .scripts ?? {},
  );
const ANYWHERE = ['.', ...remoteRooms().map(({ dir }) => relative(REPOSITORY, dir))];
/** The folder `-w` names, by package or by folder; one that a recipe makes is like the others. */
const roomNamed = (named: string) =>
  named.startsWith('@flint/')
    ? named.replace('@flint/', 'packages/')
    : named.replace('mfe-chat', 'mfe-offers');

describe('documents', () => {
  it('every command they name - in its room - is there', () => {
    const missing = documents.flatMap(({ name, text }) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:-]+)([^`\n#]*)/g)]
        .filter(([, script = '', rest = '']) => {
          const room = /-w ([@\w/-]+)/.exec(rest)?.[1];
          return !(room ? [roomNamed(room)] : ANYWHERE).some((each) => scriptsOf(each).includes(script));
        })
        .map(([command]) => `${name}: ${command.trim()}`),
    );
    expect(missing).toEqual([]);
  });

  it('every link within the repository - leads to a file', () => {
    const broken = documents.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .filter(([, to = '']) => !existsSync(join(REPOSITORY, dirname(name), to)))
        .map(([, to]) => `${name}: ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it('every file of a room they name - in full - is there', () => {
    const rooms = [
      'packages',
      'shell',
      'services',
      'scripts',
      'docs',
      ...remoteRooms().map(({ id }) => `mfe-${id}`),
    ];
    const path = new RegExp(`\`((?:${rooms.join('|')})/[\\w./-]+)\``, 'g');
    const gone = documents.flatMap(({ name, text }) =>
      [...text.matchAll(path)]
        .filter(([, file = '']) => !existsSync(join(REPOSITORY, file)))
        .map(([, file]) => `${name}: ${file}`),
    );
    expect(gone).toEqual([]);
  });
});
