/**
 * `npm run release|rollback|canary -w mfe-offers [-- …]` in the folder of a remote, `npm run releases` at the root.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY, remoteRooms, type RemoteRoom } from '../compose/remotes';
import { withEnvFile } from '../start/env-file';
import { canary, release, rollback } from './commands';
import { openPlace } from './place';
import { readPointers, ReleaseRefused, type RemotePointers } from './pointers';
import { prune } from './prune';
import { listReleases } from './publish';
import { releasesTable } from './table';

const say = (line: string) => process.stdout.write(`${line}\n`);
const env = withEnvFile(path.join(REPOSITORY, '.env'), process.env);
const { store } = openPlace(env, REPOSITORY);
const KEEP = Number(env['RELEASES_KEEP'] || 5);

function roomHere(): RemoteRoom {
  const room = remoteRooms().find(({ dir }) => dir === process.cwd());
  if (!room) throw new ReleaseRefused('Name the remote: npm run release -w mfe-offers');
  return room;
}

/** Another process: webpack stays out of this one. */
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

function saySituation(id: string, { live, canary: share }: RemotePointers): void {
  say(`${id}: ${live.release} is live${share ? `, ${share.release} for ${share.percent} %` : ''}`);
}

const percentOf = (text: string | undefined) => {
  const percent = Number(text);
  if (text === undefined || !Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new ReleaseRefused('Name a share: npm run canary -w mfe-offers -- 25 (0 ends it, 100 is everyone)');
  }
  return percent;
};

async function releaseHere(share: string | undefined): Promise<void> {
  const { id, dir, budget } = roomHere();
  const room = { id, dist: path.join(dir, 'dist'), budget, contract: REMOTE_CONTRACT };
  const made = await release({ store }, room, {
    canary: share === undefined ? undefined : percentOf(share),
    build: () => build(path.basename(dir)),
  });
  say(`${id} ${made.release}: ${made.kilobytes.toFixed(1)} of ${budget} kB gzip, in ${store.place}`);
  saySituation(id, made.pointers);
  for (const gone of await prune(store, id, { keep: KEEP, at: new Date() })) say(`removed ${gone}`);
}

async function showAll(): Promise<void> {
  const ids = remoteRooms().map(({ id }) => id);
  const counts = await Promise.all(
    ids.map(async (id) => [id, (await listReleases(store, id)).length] as const),
  );
  say(releasesTable(await readPointers(store), new Map(counts), ids));
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { canary: { type: 'string' } },
  });
  const [command, argument] = positionals;
  if (command === 'release') return releaseHere(values.canary);
  if (command === 'releases') return showAll();
  const { id } = roomHere();
  if (command === 'rollback') return saySituation(id, await rollback({ store }, id, argument));
  if (command === 'canary') return saySituation(id, await canary({ store }, id, percentOf(argument)));
  throw new ReleaseRefused('release, rollback [version], canary <percent> or releases');
}

main().catch((error: unknown) => {
  const text = error instanceof ReleaseRefused ? error.message : String((error as Error)?.stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
