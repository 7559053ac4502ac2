import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { entryFileOf } from '../build/remote-package';
import { folderStore } from '../release/folder-store';
import { readPointers, type Pointers } from '../release/pointers';
import { ReleaseRefused } from '../release/refused';
import { seal } from './build';
import { isDevelopment } from './develop';
import type { ReleaseHome } from './home';
import type { KeyFile } from './keys';
import type { Project } from './project';

/** Runs a script of the project's package.json, if it exists. Throws ReleaseRefused when it fails. */
async function runScript({ dir, id, scripts }: Project, name: string): Promise<void> {
  if (!scripts[name]) return;
  // not `npm` by name: on Windows that is a batch file
  const child = spawn(`npm run --silent ${name}`, { cwd: dir, shell: true, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ReleaseRefused(`${id} is not released: npm run ${name} failed.`);
}

/** The public keys in flint-remote.json, which the platform registers. */
function keysIn({ dir, id, entry }: Project): KeyFile {
  const read = () => {
    if (entry) return (entry.keys ?? []).map((key) => ({ ...key, remotes: [id] }));
    throw new ReleaseRefused('There is no flint-remote.json here, in which the platform reads public keys.');
  };
  return {
    root: dir,
    folder: path.join(dir, '.flint/keys'),
    known: [id],
    only: id,
    trustedBy: 'flint-remote.json (public; give it to the operators of the platform, who register it)',
    read: () => Promise.resolve().then(read),
    write: (keys) =>
      writeFile(
        entryFileOf(dir),
        `${JSON.stringify({ ...entry, keys: keys.map(({ remotes: _remotes, ...key }) => key) }, null, 2)}\n`,
      ),
  };
}

const ORIGIN_MS = 3_000;

/** The pointers that the registered origin serves; null while it does not answer, names none, or `dev` runs at its port. */
async function readServed(origin: string, id: string): Promise<Pointers | null> {
  const read = async (key: string) => {
    const url = `${origin.replace(/\/+$/, '')}/${key}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(ORIGIN_MS) });
    return answer.ok ? { bytes: new Uint8Array(await answer.arrayBuffer()), etag: '' } : null;
  };
  const served = await readPointers({ place: origin, read }).catch(() => null);
  return served && isDevelopment(served, id) ? null : served;
}

/** Releases the remote of a project: into a folder, after its own build and checks. */
export function homeOf(project: Project, env: NodeJS.ProcessEnv): ReleaseHome {
  const { dir, id, dist, budget, contract, releases, entry } = project;
  const here = { id, dist, budget, contract };
  const keys = keysIn(project);
  return {
    dir,
    env,
    remotes: [here],
    here,
    store: folderStore(releases),
    // while there is no key, nothing is signed
    ring: async () => (entry?.keys?.length ? { keys: await keys.read() } : null),
    keys,
    ...(entry?.origin && { served: () => readServed(entry.origin!, id) }),
    isShipped: false,
    build: async () => {
      await runScript(project, 'build');
      await seal(project);
    },
    check: async () => {
      await runScript(project, 'types');
      await runScript(project, 'test');
    },
  };
}
