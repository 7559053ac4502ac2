import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

// Type-checks every room (a folder with a tsconfig.json) on its own, two at a time.
const root = path.dirname(import.meta.dirname);
const top = readdirSync(root).filter((name) => name !== 'node_modules');
const rooms = [...top, ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)].filter(
  (room) => existsSync(path.join(root, room, 'tsconfig.json')),
);
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);
let failed = 0;
const queue = [...rooms];
const worker = async () => {
  for (let room = queue.shift(); room; room = queue.shift()) {
    await run(process.execPath, [tsc, '-p', path.join(root, room)], { cwd: root, maxBuffer: 1 << 26 }).catch(
      (error) => {
        failed += 1;
        process.stdout.write(`${room}\n${error.stdout}${error.stderr}\n`);
      },
    );
  }
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
process.stdout.write(`types: ${rooms.length} rooms, ${failed} with errors\n`);
process.exit(failed > 0 ? 1 : 0);
