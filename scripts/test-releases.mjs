import { spawnSync } from 'node:child_process';
import path from 'node:path';

// `npm run test:releases`: the release tests at full length: 20 students, 20 releases and roll-backs, real builds of two contracts.
const root = path.dirname(import.meta.dirname);
const env = { FLINT_STUDENTS: '20', FLINT_RELEASES: '20', FLINT_SKEW_BUILDS: 'yes', ...process.env };
const args = ['scripts/test.mjs', 'releases.browser', 'skew.browser'];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1);
