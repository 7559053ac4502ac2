import { spawnSync } from 'node:child_process';
import path from 'node:path';

// `npm run test:elsewhere`: remotes of four toolchains in separate folders, built from archives, registered with a running Flint,
// used in a browser, released a second time, rolled back and removed.
const root = path.dirname(import.meta.dirname);
const env = { ...process.env, FLINT_ELSEWHERE: 'all' };
const args = ['scripts/test.mjs', 'scripts/elsewhere', '--selectProjects', 'browser', '--verbose'];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1);
