import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

// `npm run test:security` and `npm run test:faults`: the tests behind one table at full length, then the table.
// `-- --short` keeps the lengths of `npm test`; `-- --no-browser` leaves the browser tests out.
const root = path.resolve(import.meta.dirname, '../..');
const [name, ...flags] = process.argv.slice(2);
const table = {
  security: 'services/tests/security/attacks.json',
  faults: 'services/tests/faults/faults.json',
}[name];
if (!table) {
  process.stderr.write('Say which: node scripts/hardening/run.mjs security|faults\n');
  process.exit(1);
}
const FULL = {
  FLINT_FUZZ_REQUESTS: '20000',
  FLINT_INFERENCE_STEPS: '1000',
  FLINT_KILL_ROUNDS: '50',
  FLINT_LOAD_SECONDS: '30',
  FLINT_CAMPUS_STUDENTS: '3000',
};
const { rows } = JSON.parse(readFileSync(path.join(root, table), 'utf8'));
const own = name === 'security' ? ['services/tests/security/'] : ['services/tests/faults/'];
const files = new Set([...own, ...rows.flatMap(({ tests }) => tests.map(([file]) => file))]);
const projects = flags.includes('--no-browser') ? ['--selectProjects', 'node', 'dom'] : [];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/jest/bin/jest.js', '--maxWorkers=2', ...projects, '--', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(flags.includes('--short') ? {} : FULL), FLINT_TABLES: name },
  },
);
process.exit(status ?? 1);
