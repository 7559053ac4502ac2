import { readFileSync } from 'node:fs';
import { runTests } from '../setup/run-tests.mjs';

// `npm run test:security`, `test:faults` and `test:releases`: the tests behind one table at full length, then the table.
// `-- --short` keeps the lengths of `npx flint check all`; `-- --no-browser` leaves the browser tests out.
const TABLES = {
  security: { table: 'services/tests/security/attacks.json', more: 'services/tests/security/' },
  faults: { table: 'services/tests/faults/faults.json', more: 'services/tests/faults/' },
  // also builds of two contracts
  releases: { table: 'shell/tests/tampering.json', more: 'shell/tests/skew.long.browser' },
};
const FULL = {
  FLINT_LONG: 'yes',
  FLINT_FUZZ_REQUESTS: '20000',
  FLINT_WORLDS: '1000',
  FLINT_KILL_ROUNDS: '50',
  FLINT_NODES: '22,24',
  FLINT_RECORD_RUNS: '1000',
  FLINT_LOG_READS: '10000',
  FLINT_LOG_TAMPERINGS: '1000',
  FLINT_CAMPUS_STUDENTS: '3000',
  FLINT_STUDENTS: '20',
  FLINT_RELEASES: '20',
  FLINT_SKEW_BUILDS: 'yes',
};

export async function main({ flag }, name) {
  const { table, more } = TABLES[name];
  const { rows } = JSON.parse(readFileSync(table, 'utf8'));
  const files = new Set([more, ...rows.flatMap(({ tests }) => tests.map(([file]) => file))]);
  const projects = flag('no-browser') ? ['--selectProjects', 'node', 'dom'] : [];
  const lengths = flag('short') ? {} : FULL;
  return runTests([...projects, '--', ...files], {
    env: { ...lengths, ...process.env, FLINT_TABLES: name },
    built: true,
  });
}
