import { spawn } from 'node:child_process';
import { canary, release, releaseTest, renew, rollback } from '../release/commands';
import { folderStore } from '../release/folder-store';
import { readOrigin } from '../release/origin';
import { readPointers, type RemotePointers } from '../release/pointers';
import { prune } from '../release/prune';
import { listReleases } from '../release/publish';
import { ReleaseRefused } from '../release/refused';
import { signerOf } from '../release/signing/signatures';
import { seal } from './build';
import { ringOf, type Project } from './project';

/** The number of newest releases that are never deleted. */
const KEEP = 5;

export interface ReleaseOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

const contextOf = async (project: Project, { env }: ReleaseOptions) => ({
  store: folderStore(project.releases),
  signer: await signerOf(env),
  ring: ringOf(project),
});

/** Runs a script of the project's package.json, if it exists. Throws ReleaseRefused when it fails. */
function runScript({ dir, id, scripts }: Project, name: string, say: ReleaseOptions['say']): Promise<void> {
  if (!scripts[name]) return Promise.resolve();
  say(`npm run ${name} …`);
  // not `npm` by name: on Windows that is a batch file
  const child = spawn(`npm run --silent ${name}`, { cwd: dir, shell: true, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new ReleaseRefused(`${id} is not released: npm run ${name} failed.`)),
    );
  });
}

const percentOf = (text: string | undefined): number => {
  const percent = Number(text);
  if (text !== undefined && Number.isInteger(percent) && percent >= 0 && percent <= 100) return percent;
  throw new ReleaseRefused('Name a share: flint-remote canary 25 (0 ends it, 100 is everyone)');
};

function printSituation(
  { id }: Project,
  { live, canary: share }: RemotePointers,
  say: ReleaseOptions['say'],
) {
  say(
    `${id}: ${live ? `${live.release} is live` : 'nothing is live'}${share ? `, ${share.release} for ${share.percent} %` : ''}`,
  );
}

interface Wanted {
  readonly canary?: string | undefined;
  readonly afresh?: boolean;
  readonly untried?: boolean;
  readonly test?: boolean;
}

/** Runs the project's `build`, `types` and `test` scripts, and releases the build. Throws ReleaseRefused. */
export async function releaseHere(project: Project, wanted: Wanted, options: ReleaseOptions): Promise<void> {
  const { say } = options;
  const { id, dir, dist, budget, contract } = project;
  const context = await contextOf(project, options);
  const origin = { ...(await readOrigin(dir)), ...(wanted.untried && { untried: true as const }) };
  const workspace = { id, dist, budget, contract, origin };
  const make = async () => {
    await runScript(project, 'build', say);
    await seal(project);
  };
  if (wanted.test) {
    await make();
    const made = await releaseTest(context, workspace);
    say(`${id} ${made.release}: a test release, ${made.kilobytes.toFixed(1)} of ${budget} kB gzip`);
    return;
  }
  const made = await release(context, workspace, {
    afresh: wanted.afresh,
    canary: wanted.canary === undefined ? undefined : percentOf(wanted.canary),
    build: async () => {
      await make();
      if (wanted.untried) return;
      await runScript(project, 'types', say);
      await runScript(project, 'test', say);
    },
  });
  say(`${id} ${made.release}: ${made.kilobytes.toFixed(1)} of ${budget} kB gzip, in ${project.releases}`);
  printSituation(project, made.pointers, say);
  for (const gone of await prune(context.store, id, { keep: KEEP, at: new Date() })) say(`removed ${gone}`);
}

/** Changes the share of a canary. Throws ReleaseRefused. */
export async function canaryHere(project: Project, share: string | undefined, options: ReleaseOptions) {
  const pointers = await canary(await contextOf(project, options), project.id, percentOf(share));
  printSituation(project, pointers, options.say);
}

/** Ends a canary, or returns to the previous or the named release. Throws ReleaseRefused. */
export async function rollbackHere(project: Project, named: string | undefined, options: ReleaseOptions) {
  const pointers = await rollback(await contextOf(project, options), project.id, named);
  printSituation(project, pointers, options.say);
}

/** Signs the pointer for another 90 days. Throws ReleaseRefused. */
export async function renewHere(project: Project, options: ReleaseOptions): Promise<void> {
  printSituation(project, await renew(await contextOf(project, options), project.id), options.say);
}

/** Prints the releases, and which of them is live. */
export async function listHere(project: Project, { say }: ReleaseOptions): Promise<void> {
  const store = folderStore(project.releases);
  const { remotes } = await readPointers(store);
  const now = remotes[project.id];
  for (const { release: name, at, isTest } of await listReleases(store, project.id)) {
    const state = now?.live?.release === name ? 'live' : now?.canary?.release === name ? 'canary' : '';
    say(`${name}  ${at.toISOString()}  ${isTest ? 'test' : state}`);
  }
}
