import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealManifest } from '@flint/remote-build/build/seal';

interface Fixture {
  readonly id: string;
  /**
   * JavaScript expression of what the remote exposes, e.g. `{ default: { contract: 1, … } }`. `lent('react')` in it is the shell's
   * copy of a shared module.
   */
  readonly exposes: string;
  /** Name of the container on the page. */
  readonly globalName?: string;
  /** An ECMAScript module, whose exposed part is a file of its own. */
  readonly isModule?: boolean;
  /** Eight letters or digits. */
  readonly build?: string;
}

const LENT = 'const lent = (key) => Object.values(scope[key])[0].get()();';

function writeScript(dir: string, name: string, text: string): string {
  const file = `${name}.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`;
  writeFileSync(join(dir, file), text);
  return file;
}

function writeEntry(dir: string, name: string, { exposes, isModule }: Fixture): string {
  if (!isModule)
    return writeScript(
      dir,
      'remoteEntry',
      `var ${name} = (() => {
      let scope;
      ${LENT}
      return { init(given) { scope = given; }, get: () => Promise.resolve(() => (${exposes})) };
    })();`,
    );
  const screen = writeScript(dir, 'screen', `export default (scope) => { ${LENT} return (${exposes}); };`);
  return writeScript(
    dir,
    'remoteEntry',
    `let scope;
    export const init = (given) => { scope = given; };
    export const get = async () => { const { default: make } = await import('./${screen}'); return () => make(scope); };`,
  );
}

const made: string[] = [];
afterAll(() => made.splice(0).forEach((dir) => rmSync(dir, { recursive: true, force: true })));

/** Writes a hand-made remote: a container without any bundler, to expose exactly what a test wants; removed when the tests of the file are over. */
export async function writeFixtureRemote(fixture: Fixture): Promise<string> {
  const { id, globalName = `flint_${id}`, isModule = false, build = 'fixture0' } = fixture;
  const dir = mkdtempSync(join(tmpdir(), `flint-${id}-`));
  made.push(dir);
  const entry = writeEntry(dir, globalName, fixture);
  const manifest = {
    id: globalName,
    name: globalName,
    metaData: {
      name: globalName,
      type: 'app',
      buildInfo: { buildVersion: '9.9.9', buildName: globalName },
      remoteEntry: { name: entry, path: '', type: isModule ? 'module' : 'global' },
      types: { path: '', name: '', zip: '', api: '' },
      globalName,
      pluginVersion: '2.9.2',
      publicPath: 'auto',
    },
    shared: [],
    remotes: [],
    exposes: [
      {
        id: `${globalName}:remote`,
        name: 'remote',
        assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } },
        path: './remote',
      },
    ],
  };
  writeFileSync(join(dir, 'mf-manifest.json'), JSON.stringify(manifest));
  await sealManifest(dir, build);
  return dir;
}
