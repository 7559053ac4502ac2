import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { REPOSITORY, type RemoteWorkspace } from '../compose/remotes';
import { ReleaseRefused } from '@flint/remote-build/release/refused';

interface Step {
  readonly what: string;
  readonly args: readonly string[];
}

const bin = (name: string) => path.join(REPOSITORY, 'node_modules', name);

/** The checks of a built remote, cheapest first. */
const stepsFor = ({ id, dir }: Pick<RemoteWorkspace, 'id' | 'dir'>): readonly Step[] => [
  { what: 'its types', args: [bin('typescript/bin/tsc'), '-p', dir] },
  {
    what: 'its tests',
    args: [bin('jest/bin/jest.js'), path.basename(dir), '--selectProjects', 'node', 'dom', '--maxWorkers=2'],
  },
  { what: 'its screens', args: ['--import', 'tsx', path.join(REPOSITORY, 'shell/tests/trial/main.ts'), id] },
];

/** Runs a program; returns its output and whether it succeeded. */
async function run(args: readonly string[]) {
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const [code] = await once(child, 'close');
  return { isFine: code === 0, printed: printed.join('') };
}

/**
 * Tests a built remote: its types, its tests, then each screen in a browser with full, empty and failing data. Throws
 * ReleaseRefused with the reason.
 */
export async function tryOut(
  workspace: Pick<RemoteWorkspace, 'id' | 'dir'>,
  say: (line: string) => void,
): Promise<void> {
  for (const { what, args } of stepsFor(workspace)) {
    say(`trying ${what} …`);
    const { isFine, printed } = await run(args);
    if (isFine) continue;
    const lines = printed.trim().split('\n').slice(-20);
    throw new ReleaseRefused(`${workspace.id} is not released, ${what} failed:\n${lines.join('\n')}`);
  }
}
