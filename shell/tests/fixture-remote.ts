import { mkdtempSync, writeFileSync } from 'node:fs';
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
}

/** Writes a hand-made remote: a container without any bundler, to expose exactly what a test wants. */
export async function writeFixtureRemote({ id, exposes }: Fixture): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), `flint-${id}-`));
  const name = `flint_${id}`;
  writeFileSync(
    join(dir, 'remoteEntry.js'),
    `var ${name} = (() => {
      let scope;
      const lent = (key) => Object.values(scope[key])[0].get()();
      return { init(given) { scope = given; }, get: () => Promise.resolve(() => (${exposes})) };
    })();`,
  );
  const manifest = {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      buildInfo: { buildVersion: '9.9.9', buildName: name },
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      types: { path: '', name: '', zip: '', api: '' },
      globalName: name,
      pluginVersion: '2.9.2',
      publicPath: 'auto',
    },
    shared: [],
    remotes: [],
    exposes: [
      {
        id: `${name}:remote`,
        name: 'remote',
        assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } },
        path: './remote',
      },
    ],
  };
  writeFileSync(join(dir, 'mf-manifest.json'), JSON.stringify(manifest));
  await sealManifest(dir, 'fixture0');
  return dir;
}
