import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { GROUPS } from '../flint/commands.mjs';
import { sourceFiles } from './source-files';

const documents = sourceFiles(/\.md$/).map((name) => ({
  name,
  text: readFileSync(join(REPOSITORY, name), 'utf8'),
}));
const scriptsOf = (workspace: string): readonly string[] =>
  Object.keys(
    (JSON.parse(readFileSync(join(REPOSITORY, workspace, 'package.json'), 'utf8')) as { scripts?: object })
      .scripts ?? {},
  );
const ANYWHERE = ['.', ...remoteWorkspaces().map(({ dir }) => relative(REPOSITORY, dir))];
/** The folder of `-w`, by package or folder name; mfe-chat of the recipe stands for any remote. */
const workspaceNamed = (named: string) =>
  named.startsWith('@flint/')
    ? named.replace('@flint/', 'packages/')
    : named.replace('mfe-chat', 'mfe-offers');

describe('documents', () => {
  it('every command they name - in its workspace - exists', () => {
    const missing = documents.flatMap(({ name, text }) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:-]+)([^`\n#]*)/g)]
        .filter(([, script = '', rest = '']) => {
          const workspace = /-w ([@\w/-]+)/.exec(rest)?.[1];
          return !(workspace ? [workspaceNamed(workspace)] : ANYWHERE).some((each) =>
            scriptsOf(each).includes(script),
          );
        })
        .map(([command]) => `${name}: ${command.trim()}`),
    );
    expect(missing).toEqual([]);
  });

  it('every command that a document or a source names - in its group of flint - exists', () => {
    const others = sourceFiles(/\.([cm]?[jt]sx?|ya?ml)$|Dockerfile$|^\.ci\//).map((name) => ({
      name,
      text: readFileSync(join(REPOSITORY, name), 'utf8'),
    }));
    const missing = [...documents, ...others].flatMap(({ name, text }) =>
      [...text.matchAll(/npx flint ([\w-]+)(?: ([\w-]+))?/g)]
        .filter(
          ([, group = '', command = '']) =>
            group !== 'help' && !(command ? GROUPS[group]?.commands[command] : GROUPS[group]),
        )
        .map(([command]) => `${name}: ${command}`),
    );
    expect(missing).toEqual([]);
  });

  it('every reference, anywhere - points to something in the repository', () => {
    const unread =
      /auth-contract|product notes|matching-rounds\.md|quality\.md|\bquality (?:B\d|list)|\bdecisions[,.] [A-Z]|\((?:spec \d, )?decisions\)|\.\.\/shared\/[\w-]+\.md|\/\/ spec: S\d/;
    const found = sourceFiles(/\.([cm]?[jt]sx?|css|json|md|ya?ml)$/)
      .filter((name) => name !== 'scripts/checks/documents.test.ts' && name !== 'package-lock.json')
      .flatMap((name) =>
        readFileSync(join(REPOSITORY, name), 'utf8')
          .split('\n')
          .flatMap((line, i) => (unread.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
      );
    expect(found).toEqual([]);
  });

  it('every decision that code or a document names by number - exists', () => {
    const numbers = new Set(
      sourceFiles(/^docs\/decisions\/\d+.*\.md$|\.md$/).flatMap(
        (name) => /^docs\/decisions\/(\d{3})-/.exec(name)?.[1] ?? [],
      ),
    );
    const unknown = sourceFiles(/\.(tsx?|[cm]js|md)$/).flatMap((name) =>
      [...readFileSync(join(REPOSITORY, name), 'utf8').matchAll(/\bdecisions\/(\d{3})\b/g)]
        .filter(([, number]) => !numbers.has(number!))
        .map(([reference]) => `${name}: ${reference}`),
    );
    expect(unknown).toEqual([]);
  });

  it('every link within the repository - points to a file', () => {
    const broken = documents.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .filter(([, to = '']) => !existsSync(join(REPOSITORY, dirname(name), to)))
        .map(([, to]) => `${name}: ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it('every file of a workspace they name - in full - exists', () => {
    const workspaces = [
      'packages',
      'shell',
      'desk',
      'services',
      'scripts',
      'docs',
      ...remoteWorkspaces().map(({ id }) => `mfe-${id}`),
    ];
    const path = new RegExp(`\`((?:${workspaces.join('|')})/[\\w./-]+)\``, 'g');
    const gone = documents.flatMap(({ name, text }) =>
      [...text.matchAll(path)]
        .filter(([, file = '']) => !existsSync(join(REPOSITORY, file)))
        .map(([, file]) => `${name}: ${file}`),
    );
    expect(gone).toEqual([]);
  });
});
