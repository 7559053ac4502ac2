import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { addAppFiles } from './app-files';
import { compile, type Compiled, type Workspace } from './compile';
import { withFolderLock } from '@flint/remote-build/release/folder-lock';
import { precompress } from '@flint/remote-build/build/compress';
import { buildId } from './inputs';
import { sealManifest } from '@flint/remote-build/build/seal';
import { measureWorkspace, type WorkspaceSize } from '@flint/remote-build/build/sizes';

interface BuildOptions {
  /** The workspaces to build (`shell`, `mfe-offers`); default: all. */
  readonly only?: readonly string[];
  /** Also builds what is up to date. */
  readonly force?: boolean;
  readonly log?: (line: string) => void;
  /** Called with the compiled fraction. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

export interface BuildReport {
  /** The compiled workspaces; the others were up to date. */
  readonly built: readonly string[];
  readonly sizes: readonly WorkspaceSize[];
}

/** The shell, every remote and the safety desk, in the order they are printed. */
export function browserWorkspaces(): Workspace[] {
  const remotes = remoteWorkspaces().map(({ dir }): Workspace => ({
    name: workspaceName(dir),
    kind: 'remote',
    dir,
  }));
  const own = (name: 'shell' | 'desk'): Workspace => ({ name, kind: name, dir: join(REPOSITORY, name) });
  return [own('shell'), ...remotes, own('desk')];
}

const workspaceName = (dir: string) => dir.slice(REPOSITORY.length + 1);
const distOf = (workspace: Workspace) => join(workspace.dir, 'dist');
const stampOf = (workspace: Workspace) => join(distOf(workspace), '.build-id');

function isFresh(workspace: Workspace, id: string): boolean {
  const stamp = stampOf(workspace);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === id;
}

/** Runs `work` while no other process of this machine builds; takes over a dead process's lock, or one silent for a minute. */
export function withBuildLock<T>(dir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dir, { recursive: true });
  return withFolderLock(join(dir, 'build.lock'), work, { silentMs: 60_000, isLocal: true });
}

/**
 * Updates `dist/` of the shell and the remotes: compiles the workspaces whose inputs changed, in one process,
 * writes integrity hashes into the manifests, and compressed copies. Concurrent calls wait. Throws
 * webpack's own text if a workspace does not compile; the others are still built.
 */
export async function buildBrowser(options: BuildOptions = {}): Promise<BuildReport> {
  const { only, force = false, log = () => undefined } = options;
  const workspaces = browserWorkspaces().filter(({ name }) => !only || only.includes(name));
  const isStale = (workspace: Workspace) => force || !isFresh(workspace, buildId(workspace.dir));
  if (!workspaces.some(isStale)) return { built: [], sizes: [] };
  return withBuildLock(join(REPOSITORY, '.cache'), async () => {
    const stale = workspaces.filter(isStale);
    const ids = new Map(stale.map((workspace) => [workspace.name, buildId(workspace.dir)]));
    const report = ({ workspace, seconds }: Compiled) =>
      log(`  ${workspace.name.padEnd(18)}${seconds.toFixed(1)} s`);
    const broken = stale.length > 0 ? await compile(stale, report, options.onProgress) : null;
    const built = stale.filter((workspace) => !broken?.workspaces.includes(workspace));
    for (const workspace of built) {
      const id = ids.get(workspace.name) ?? '';
      if (workspace.kind === 'remote') await sealManifest(distOf(workspace), id);
      else if (workspace.kind === 'shell') await addAppFiles(workspace.dir);
      await precompress(distOf(workspace));
      await writeFile(stampOf(workspace), id);
    }
    if (broken) throw new Error(broken.text);
    return {
      built: built.map(({ name }) => name),
      sizes: built.map((workspace) => measureWorkspace(workspace.name, distOf(workspace))),
    };
  });
}
