const { existsSync, readFileSync, writeSync } = require('node:fs');
const path = require('node:path');

// The tables of attacks, faults and tampering name the tests behind each row. Fails a run in which a row names a test that does not exist;
// with FLINT_TABLES=security,faults,releases prints those tables with each row's result.
const ROOT = path.resolve(__dirname, '../..');
const TABLES = {
  security: 'services/tests/security/attacks.json',
  faults: 'services/tests/faults/faults.json',
  releases: 'shell/tests/tampering.json',
};

/** State of the tests of `file` whose title contains `part`: `missing` if the file is gone or ran without such a test. */
function resultOf(testResults, file, part) {
  const run = testResults.find(({ testFilePath }) => testFilePath === path.join(ROOT, file));
  if (!run) return { state: existsSync(path.join(ROOT, file)) ? 'not run' : 'missing', seconds: 0, count: 0 };
  const tests = run.testResults.filter(({ fullName }) => fullName.includes(part));
  const seconds = tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000;
  const has = (state) => tests.some(({ status }) => status === state);
  const state =
    run.testExecError || has('failed')
      ? 'failed'
      : tests.length === 0
        ? 'missing'
        : has('passed')
          ? 'passed'
          : 'not run';
  return { state, seconds, count: tests.length };
}

module.exports = class HardeningTable {
  onRunComplete(_contexts, { testResults }) {
    const wanted = (process.env.FLINT_TABLES ?? '').split(',');
    const tables = Object.keys(TABLES).map((name) => this.table(name, testResults));
    const lines = tables.filter(({ name }) => wanted.includes(name)).flatMap((each) => each.lines);
    this.missing = tables.flatMap(({ missing }) => missing);
    const fault = this.getLastError()?.message;
    const printed = [...lines, ...(fault ? ['', fault] : [])];
    if (printed.length > 0) process.on('exit', () => writeSync(1, `${printed.join('\n')}\n`));
  }

  /** Jest fails the run with this error. */
  getLastError() {
    if (this.missing?.length > 0)
      return new Error(`tables of hardening name tests that do not exist:\n  ${this.missing.join('\n  ')}`);
  }

  table(name, testResults) {
    const { title, rows } = JSON.parse(readFileSync(path.join(ROOT, TABLES[name]), 'utf8'));
    const results = rows.map(({ row, also, what, tests }) => {
      const found = tests.map(([file, part]) => ({ file, part, ...resultOf(testResults, file, part) }));
      const sum = (key) => found.reduce((total, each) => total + each[key], 0);
      const worst = ['failed', 'missing', 'not run', 'passed'].find((state) =>
        found.some((each) => each.state === state),
      );
      const missing = found
        .filter(({ state }) => state === 'missing')
        .map(({ file, part }) => `${TABLES[name]}, row ${row}: '${part}' in ${file}`);
      const line = `${String(row).padStart(4)}  ${(worst ?? 'missing').padEnd(8)} ${String(sum('count')).padStart(4)} tests ${sum('seconds').toFixed(1).padStart(7)} s  ${[what, ...(also ?? [])].join(', ')}  (${tests[0]?.[0]})`;
      return { held: worst === 'passed', missing, line };
    });
    const held = results.filter((each) => each.held).length;
    const lines = ['', title, ...results.map(({ line }) => line), `${held} of ${rows.length} rows held`];
    return { name, lines, missing: results.flatMap(({ missing }) => missing) };
  }
};
