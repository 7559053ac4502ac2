/**
 * `npm run release|rollback|canary -w mfe-offers [-- …]` in the folder of a remote, `npm run releases` at the root.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { ReleaseCount } from '@flint/services';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY, remoteWorkspaces, type RemoteWorkspace } from '../compose/remotes';
import { withEnvFile } from '../start/env-file';
import { readArguments, WrongArguments } from '@flint/remote-build/cli/arguments';
import { canary, release, releaseTest, renew, rollback } from '@flint/remote-build/release/commands';
import { countsOf } from './counts';
import { judgeCanary } from './judge';
import { readOrigin } from '@flint/remote-build/release/origin';
import { environmentOf, openPlace } from './place';
import { readPointers, type RemotePointers } from '@flint/remote-build/release/pointers';
import { prune } from '@flint/remote-build/release/prune';
import { listReleases } from '@flint/remote-build/release/publish';
import { ReleaseRefused, runCommand } from '@flint/remote-build/release/refused';
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
const KEEP = Number(env['RELEASES_KEEP'] || 5);

function workspaceHere(): RemoteWorkspace {
  const workspace = remoteWorkspaces().find(({ dir }) => dir === process.cwd());
  if (!workspace) throw new ReleaseRefused('Name the remote: npm run release -w mfe-offers');
  return workspace;
}

/** Runs in another process, so that webpack does not load in this one. */
function build(name: string): Promise<void> {
  const args = ['--import', 'tsx', path.join(REPOSITORY, 'scripts/build/build.ts'), name];
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new ReleaseRefused(`${name} does not build.`)),
    );
  });
}

function printSituation(id: string, { live, canary: share }: RemotePointers): void {
  say(
    `${id}: ${live ? `${live.release} is live` : 'the build shipped with the shell is live'}${share ? `, ${share.release} for ${share.percent} %` : ''}`,
  );
}

const percentOf = (text: string | undefined) => {
  const percent = Number(text);
  if (text === undefined || !Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new ReleaseRefused('Name a share: npm run canary -w mfe-offers -- 25 (0 ends it, 100 is everyone)');
  }
  return percent;
};

interface Wanted {
  readonly canary?: string | undefined;
  readonly afresh: boolean;
  readonly untried: boolean;
  readonly test: boolean;
}

/** Publishes a test release, for testers with its link. */
async function releaseTestHere(): Promise<void> {
  const { id, dir, budget } = workspaceHere();
  await build(path.basename(dir));
  const workspace = {
    id,
    dist: path.join(dir, 'dist'),
    budget,
    contract: REMOTE_CONTRACT,
    origin: await readOrigin(REPOSITORY),
  };
  const made = await releaseTest(await context(), workspace);
  say(`${id} ${made.release}: ${made.kilobytes.toFixed(1)} of ${budget} kB gzip, in ${store.place}`);
  say(
    `open it in one browser, for ${TEST_HOLDS_DAYS} days: ${env['PUBLIC_URL'] ?? ''}${testPathOf(id, made.release)}`,
  );
}

async function releaseHere({ canary: share, afresh, untried }: Wanted): Promise<void> {
  const { id, dir, budget } = workspaceHere();
  const origin = { ...(await readOrigin(REPOSITORY)), ...(untried && { untried }) };
  const workspace = { id, dist: path.join(dir, 'dist'), budget, contract: REMOTE_CONTRACT, origin };
  const made = await release(await context(), workspace, {
    afresh,
    canary: share === undefined ? undefined : percentOf(share),
    build: async () => {
      await build(path.basename(dir));
      if (!untried) await tryOut({ id, dir }, say);
    },
  });
  say(`${id} ${made.release}: ${made.kilobytes.toFixed(1)} of ${budget} kB gzip, in ${store.place}`);
  printSituation(id, made.pointers);
  for (const gone of await prune(store, id, { keep: KEEP, at: new Date() })) say(`removed ${gone}`);
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

async function renewAll(named: string | undefined): Promise<void> {
  const { remotes } = await readPointers(store);
  for (const id of named ? [named] : Object.keys(remotes))
    printSituation(id, await renew(await context(), id));
}

/** Rolls back, and prints success once the server serves it: it may refuse what the store names. */
async function rollBackHere(id: string, named: string | undefined): Promise<void> {
  const url = environmentOf(env);
  const pointers = await rollback(await context(), id, named);
  const isSeen = await assertServed(url, id, pointers);
  printSituation(id, pointers);
  if (!isSeen) say(`${url} does not answer: no server has served it yet`);
}

const USAGE = 'release, rollback [version], canary <percent>, releases or releases renew [remote]';

async function main(): Promise<void> {
  const [command] = process.argv.slice(2);
  if (command === 'release') {
    const { values } = readArguments(USAGE, {
      most: 1,
      options: {
        canary: { type: 'string' },
        afresh: { type: 'boolean', default: false },
        untried: { type: 'boolean', default: false },
        test: { type: 'boolean', default: false },
      },
    });
    return values.test ? releaseTestHere() : releaseHere(values);
  }
  const [, argument, named] = readArguments(USAGE, { most: command === 'releases' ? 3 : 2 }).positionals;
  if (command === 'releases' && !argument) return showAll();
  if (command === 'releases' && argument === 'renew') return renewAll(named);
  if (command !== 'rollback' && command !== 'canary') throw new WrongArguments(`Usage: ${USAGE}`);
  const { id } = workspaceHere();
  if (command === 'rollback') return rollBackHere(id, argument);
  return printSituation(id, await canary(await context(), id, percentOf(argument)));
}

runCommand(main);
