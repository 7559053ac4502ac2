import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealManifest } from '@flint/remote-build/build/seal';

interface Fixture {
  readonly id: string;
  /**
   * JavaScript expression of what the remote exposes, e.g. `{ default: { contract: 1, … } }`. In it, `lent('react')` is the shared module
   * of the shell.
   */
  readonly exposes: string;
  /** Name of the container on the page. */
  readonly globalName?: string;
  /** Whether it is an ECMAScript module, with its exposed part in a separate file. */
  readonly isModule?: boolean;
  /** Eight letters or digits. */
  readonly build?: string;
}

const LENT = 'const lent = (key) => Object.values(scope[key])[0].lib();';

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

/** Writes a remote without any bundler, which exposes exactly what a test needs. */
export async function writeFixtureRemote(fixture: Fixture): Promise<string> {
  const { id, globalName = `flint_${id}`, isModule = false, build = 'fixture0' } = fixture;
  const dir = mkdtempSync(join(tmpdir(), `flint-${id}-`));
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
