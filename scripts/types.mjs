import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

// Type-checks every workspace (a folder with a tsconfig.json) separately, two at a time, if it changed since the last run.
// One thread each: several cost more than twice the processor time and memory of one.
const root = path.dirname(import.meta.dirname);
const top = readdirSync(root).filter((name) => name !== 'node_modules');
const rooms = [...top, ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)].filter(
  (room) => existsSync(path.join(root, room, 'tsconfig.json')),
);
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const cache = path.join(root, '.cache/types');
mkdirSync(cache, { recursive: true });
const argsFor = (room) => [
  '-p',
  path.join(root, room),
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  path.join(cache, `${room.replaceAll('/', '-')}.tsbuildinfo`),
];
const run = promisify(execFile);
let failed = 0;
const queue = [...rooms];
const worker = async () => {
  for (let room = queue.shift(); room; room = queue.shift()) {
    await run(process.execPath, [tsc, ...argsFor(room)], { cwd: root, maxBuffer: 1 << 26 }).catch((error) => {
      failed += 1;
      process.stdout.write(`${room}\n${error.stdout}${error.stderr}\n`);
    });
  }
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
process.stdout.write(`types: ${rooms.length} rooms, ${failed} with errors\n`);
process.exit(failed > 0 ? 1 : 0);
