import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

// `npm run test:releases`: every tampering as a table, and the release tests at full length: 20 students, 20 releases and roll-backs, real
// builds of two contracts. `-- --short` keeps the lengths of `npm test`.
const root = path.dirname(import.meta.dirname);
const isShort = process.argv.includes('--short');
const FULL = { FLINT_STUDENTS: '20', FLINT_RELEASES: '20', FLINT_SKEW_BUILDS: 'yes' };
const env = { ...(isShort ? {} : FULL), ...process.env, FLINT_TABLES: 'releases' };
const { rows } = JSON.parse(readFileSync(path.join(root, 'shell/tests/tampering.json'), 'utf8'));
const files = new Set(rows.flatMap(({ tests }) => tests.map(([file]) => file)));
const args = ['scripts/test.mjs', ...files, 'skew.browser'];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1);
