import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

// Type-checks every workspace (a folder with a tsconfig.json) separately, two at a time, if it changed since the last run.
// One thread each: several cost more than twice the processor time and memory of one.
const root = path.dirname(import.meta.dirname);
const top = readdirSync(root).filter((name) => name !== 'node_modules');
const workspaces = [
  ...top,
  ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
].filter((workspace) => existsSync(path.join(root, workspace, 'tsconfig.json')));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const cache = path.join(root, '.cache/types');
mkdirSync(cache, { recursive: true });
const argsFor = (workspace) => [
  '-p',
  path.join(root, workspace),
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  path.join(cache, `${workspace.replaceAll('/', '-')}.tsbuildinfo`),
];
const run = promisify(execFile);
let failed = 0;
const queue = [...workspaces];
const worker = async () => {
  for (let workspace = queue.shift(); workspace; workspace = queue.shift()) {
    await run(process.execPath, [tsc, ...argsFor(workspace)], { cwd: root, maxBuffer: 1 << 26 }).catch(
      (error) => {
        failed += 1;
        process.stdout.write(`${workspace}\n${error.stdout}${error.stderr}\n`);
      },
    );
  }
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
process.stdout.write(`types: ${workspaces.length} workspaces, ${failed} with errors\n`);
process.exit(failed > 0 ? 1 : 0);
