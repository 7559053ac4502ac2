import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

const text = readFileSync(join(REPOSITORY, 'docs/ARCHITECTURE.md'), 'utf8');

/** Folders of the annotated tree: a name at the margin is a parent, an indented one lies below it. */
function treePaths(): string[] {
  let parent = '';
  return text
    .split('```\n')
    .find((part) => part.startsWith('packages/'))!
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', names = ''] = /^( {0,2})((?:[\w./-]+\/ ?)+)(?:$| )/.exec(line) ?? [];
      const found = names.trim().split(' ').filter(Boolean);
      if (indent === '' && found.length > 0) parent = found[0]!;
      return indent === '' ? found : found.map((name) => parent + name);
    });
}
/** Paths anywhere else on the page: in the drawings, the table and the sentences. */
const namedPaths = () =>
  [...text.matchAll(/(?<![\w/.@])(?:packages|shell|desk|services|scripts|mfe-\w+)\/[\w./-]*\w/g)].map(
    ([path]) => path,
  );

describe('docs/ARCHITECTURE.md', () => {
  it('the folders of its tree - all of them - exist', () => {
    const paths = treePaths();
    expect(paths).toContain('services/src/http/');
    expect(paths.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });

  it('the paths it names - in drawings and tables - exist', () => {
    const paths = namedPaths();
    expect(paths).toContain('services/src/http/bind.ts');
    expect(paths.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });

  it('the layout of resources - of bound routes and models - is as described', () => {
    const root = join(REPOSITORY, 'services/src/resources');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.includes('/') && file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
      .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }));
    const withCode = (code: RegExp) => files.filter((each) => code.test(each.code)).map(({ file }) => file);
    const routes = withCode(/\.bind\(/);
    const models = withCode(/\bmodelOf<|\bnew Schema\b/);
    expect(routes).toContain('offers/offers.routes.ts');
    expect(models).toContain('offers/thread.model.ts');
    expect(routes.filter((file) => !/\.(?:resource|routes)\.ts$/.test(file))).toEqual([]);
    expect(models.filter((file) => !file.endsWith('.model.ts'))).toEqual([]);
  });
});
