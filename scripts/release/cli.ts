import { spawn } from 'node:child_process';
import path from 'node:path';
import type { ReleaseCount } from '@flint/services';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY, remoteWorkspaces, type RemoteWorkspace } from '../compose/remotes';
import { withEnvFile } from '../start/env-file';
import type { Call } from '../flint/read';
import { runRelease } from '@flint/remote-build/cli/release';
import { countsOf } from './counts';
import { judgeCanary } from './judge';
import { environmentOf, openPlace } from './place';
import { readPointers } from '@flint/remote-build/release/pointers';
import { listReleases } from '@flint/remote-build/release/publish';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { testPathOf } from '../serve/test-release';
import { TEST_HOLDS_DAYS } from '@flint/remote-build/release/test-releases';
import { readKeyRing } from '@flint/remote-build/release/signing/key-ring';
import { signerOf } from '@flint/remote-build/release/signing/signatures';
import { assertServed } from './seen';
import { releasesTable } from './table';
import { tryOut } from './trial';

const say = (line: string) => process.stdout.write(`${line}\n`);
const env = withEnvFile(path.join(REPOSITORY, '.env'), process.env);
const refusals: string[] = [];
const { store, trusted } = openPlace(env, REPOSITORY, (remote, reason) =>
  refusals.push(`refused: ${remote} ${reason}`),
);
/** The signer, and the keys that a command trusts. */
const context = async () => ({
  store,
  signer: await signerOf(env),
  ring: await readKeyRing(env['RELEASE_KEYS']),
});

function workspaceAt(folder: string): RemoteWorkspace {
  const workspace = remoteWorkspaces().find(({ dir }) => dir === folder);
  if (!workspace) throw new ReleaseRefused('Name the remote: npm run release -w mfe-offers');
  return workspace;
}

/** Runs in another process, so that webpack does not load in this one. */
function build(name: string): Promise<void> {
  const args = ['scripts/flint.mjs', 'build', 'browser', name];
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new ReleaseRefused(`${name} does not build.`)),
    );
  });
}

/** A remote of this repository, as it is released. */
async function releasing({ id, dir, budget }: RemoteWorkspace): Promise<Parameters<typeof runRelease>[0]> {
  const url = environmentOf(env);
  return {
    dir: REPOSITORY,
    remote: { id, dist: path.join(dir, 'dist'), budget, contract: REMOTE_CONTRACT },
    context: await context(),
    build: () => build(path.basename(dir)),
    check: () => tryOut({ id, dir }, say),
    atFirst: 'the build shipped with the shell',
    // the server may refuse what the store names
    confirm: async (pointers) =>
      (await assertServed(url, id, pointers))
        ? undefined
        : `${url} does not answer: no server has served it yet`,
    testHint: (release) =>
      `open it in one browser, for ${TEST_HOLDS_DAYS} days: ${env['PUBLIC_URL'] ?? ''}${testPathOf(id, release)}`,
    keep: Number(env['RELEASES_KEEP'] || 5),
    say,
  };
}

/** The pages' reports of releases; none without API_URL and METRICS_TOKEN, or without an answer. */
async function readReported(): Promise<readonly ReleaseCount[]> {
  const read = countsOf(env);
  if (!read) return [];
  return read().catch((error: unknown) => {
    refusals.push(`no figures of failures: ${(error as Error).message}`);
    return [];
  });
}

async function showAll(): Promise<void> {
  const ids = remoteWorkspaces().map(({ id }) => id);
  const counts = await Promise.all(
    ids.map(async (id) => [id, (await listReleases(store, id)).length] as const),
  );
  const pointers = await readPointers(store);
  const reported = await readReported();
  say(releasesTable(pointers, new Map(counts), ids, reported));
  for (const [id, each] of Object.entries(pointers.remotes)) {
    const reason = judgeCanary(
      each,
      reported.filter(({ remote }) => remote === id),
    );
    if (reason) say(`${id} ${reason}`);
  }
  // releases that a shell with these settings would refuse
  await trusted();
  for (const line of refusals) say(line);
}

/** `npx flint release publish|rollback|canary|list|renew`. */
export async function main(
  { positionals: [argument], flag, text, from }: Call,
  command: string,
): Promise<void> {
  const wanted = {
    canary: text('canary'),
    afresh: flag('afresh'),
    untried: flag('untried'),
    test: flag('test'),
  };
  if (command === 'releases') return showAll();
  if (command !== 'renew') return runRelease(await releasing(workspaceAt(from)), [command, argument], wanted);
  const { remotes } = await readPointers(store);
  const those = remoteWorkspaces().filter(({ id }) => (argument ? id === argument : remotes[id]));
  if (those.length === 0) throw new ReleaseRefused(`There is no release of ${argument ?? 'a remote'} yet.`);
  for (const one of those) await runRelease(await releasing(one), ['renew'], wanted);
}
