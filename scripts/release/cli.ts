/** `npx flint release`: the release tool of @flint/remote-build, with what only this repository has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseCount } from '@flint/services';
import { readPageEnv } from '@flint/services/env';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import type { KeyFile } from '@flint/remote-build/cli/keys';
import type { ReleaseHome } from '@flint/remote-build/cli/home';
import { runVerb } from '@flint/remote-build/cli/release';
import type { Pointers } from '@flint/remote-build/release/pointers';
import { ReleaseRefused, say } from '@flint/remote-build/release/refused';
import { readKeyRing, type KeyRing } from '@flint/remote-build/release/signing/key-ring';
import { TEST_HOLDS_DAYS } from '@flint/remote-build/release/test-releases';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import type { Call } from '../flint/read';
import { testPathOf } from '../serve/test-release';
import { readSettings } from '../start/env-file';
import { countsOf } from './counts';
import { comparedReleases, judgeCanary, tallyOf } from './judge';
import { environmentOf, openPlace } from './place';
import { assertServed } from './seen';
import { tryOut } from './trial';

/** Runs in another process, so that webpack does not load in this one. */
async function build(name: string): Promise<void> {
  const args = ['scripts/flint.mjs', 'build', 'browser', name];
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ReleaseRefused(`${name} does not build.`);
}

/** The file of RELEASE_KEYS, which a shell reads. */
function keysOf(env: NodeJS.ProcessEnv, known: readonly string[]): KeyFile {
  const dataDir = path.resolve(REPOSITORY, env['DATA_DIR'] || '.data');
  const file = path.resolve(REPOSITORY, env['RELEASE_KEYS'] || path.join(dataDir, 'release-keys.json'));
  return {
    root: REPOSITORY,
    folder: path.join(dataDir, 'release-keys'),
    known,
    trustedBy: `RELEASE_KEYS=${path.relative(REPOSITORY, file)} (public; belongs to the shell's configuration)`,
    read: async () => (existsSync(file) && (await readKeyRing(file))?.keys) || [],
    async write(keys) {
      const folder = path.dirname(file);
      // a page server of another user reads a folder of public keys, as in compose.yaml
      await mkdir(folder, { recursive: true, mode: folder === dataDir ? 0o700 : 0o755 });
      const text = `${JSON.stringify({ keys } satisfies KeyRing, null, 2)}\n`;
      await writeFile(`${file}.tmp`, text, { mode: 0o644 });
      await rename(`${file}.tmp`, file);
    },
  };
}

/** What pages reported: the failures of each release, and canaries that would be stopped. Nothing without API_URL and METRICS_TOKEN, or without an answer. */
async function readReports(env: NodeJS.ProcessEnv, { remotes }: Pointers) {
  const lines: string[] = [];
  const counts = await (countsOf(env)?.(comparedReleases(remotes)) ?? Promise.resolve([])).catch(
    (error: Error): readonly ReleaseCount[] => {
      lines.push(`no figures of failures: ${error.message}`);
      return [];
    },
  );
  const of = (id: string) => counts.filter(({ remote }) => remote === id);
  for (const [id, pointers] of Object.entries(remotes)) {
    const reason = judgeCanary(pointers, of(id));
    if (reason) lines.push(`${id} ${reason}`);
  }
  const failuresOf = (id: string, release: string | undefined) => {
    const { tried, failed } = tallyOf(of(id), release);
    return tried === 0 ? '-' : `${failed} of ${tried}`;
  };
  return { failuresOf, lines };
}

/** The remotes of this repository, with the store, the keys and the server of its settings. Throws EnvError. */
function homeAt(from: string): ReleaseHome {
  const env = readSettings();
  readPageEnv(env);
  const refusals: string[] = [];
  const { store, trusted } = openPlace(env, REPOSITORY, (remote, reason) =>
    refusals.push(`refused: ${remote} ${reason}`),
  );
  const workspaces = remoteWorkspaces();
  const remotes = workspaces.map(({ id, dir, budget }) => ({
    id,
    dist: path.join(dir, 'dist'),
    budget,
    contract: REMOTE_CONTRACT,
  }));
  const url = environmentOf(env);
  const ids = remotes.map(({ id }) => id);
  return {
    dir: REPOSITORY,
    env,
    remotes,
    here: remotes[workspaces.findIndex(({ dir }) => dir === from)],
    store,
    ring: () => readKeyRing(env['RELEASE_KEYS']),
    keys: keysOf(env, ids),
    isShipped: true,
    build: ({ dist }) => build(path.basename(path.dirname(dist))),
    check: ({ id, dist }) => tryOut({ id, dir: path.dirname(dist) }, say),
    // the server may refuse what the store names
    confirm: async (id, pointers) =>
      (await assertServed(url, id, pointers))
        ? undefined
        : `${url} does not answer: no server has served it yet`,
    testHint: (id, release) =>
      `open it in one browser, for ${TEST_HOLDS_DAYS} days: ${env['PUBLIC_URL'] ?? ''}${testPathOf(id, release)}`,
    async reports(pointers) {
      const { failuresOf, lines } = await readReports(env, pointers);
      // releases that a shell with these settings would refuse
      await trusted();
      return { failuresOf, lines: [...lines, ...refusals] };
    },
  };
}

export const main = (call: Call, verb: string): Promise<void> => runVerb(homeAt(call.from), verb, call);
