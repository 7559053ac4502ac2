import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { checkNode } from './setup/check-node.mjs';
import { ensureInstalled } from './setup/ensure-installed.mjs';

// `npm test`: installs what is missing, builds the shell and the remotes, runs every test; `npm test -- <jest arguments>` runs some.
const root = path.dirname(import.meta.dirname);
checkNode();
await ensureInstalled(root);
const node = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
const built = node(['--import', 'tsx', 'scripts/build/build.ts']);
if (built !== 0) process.exit(built);
process.exit(node(['node_modules/jest/bin/jest.js', '--maxWorkers=2', ...process.argv.slice(2)]));
