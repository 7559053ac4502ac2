const { readFileSync, writeSync } = require('node:fs');
const path = require('node:path');

// After a run with FLINT_TABLES=security,faults prints each table of attacks and faults with the result of the tests behind its rows.
const ROOT = path.resolve(__dirname, '../..');
const TABLES = {
  security: 'services/tests/security/attacks.json',
  faults: 'services/tests/faults/faults.json',
  releases: 'shell/tests/tampering.json',
};

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Turns a title of the source, with placeholders, into a pattern for the titles of a run. */
const patternOf = (title) => new RegExp(escape(title).replace(/\\\$\\\{[^}]*\\\}|%[a-z]/g, '.*'));

module.exports = class HardeningTable {
  onRunComplete(_contexts, { testResults }) {
    const wanted = (process.env.FLINT_TABLES ?? '').split(',').filter((name) => TABLES[name]);
    const lines = wanted.flatMap((name) => this.table(name, testResults));
    if (lines.length > 0) process.on('exit', () => writeSync(1, `${lines.join('\n')}\n`));
  }

  table(name, testResults) {
    const { title, rows } = JSON.parse(readFileSync(path.join(ROOT, TABLES[name]), 'utf8'));
    const results = rows.map(({ row, what, tests }) => {
      const found = tests.map(([file, part]) => this.resultOf(testResults, file, part));
      const seconds = found.reduce((sum, each) => sum + each.seconds, 0);
      const count = found.reduce((sum, each) => sum + each.count, 0);
      const worst = ['failed', 'not run', 'passed'].find((state) =>
        found.some((each) => each.state === state),
      );
      return `${String(row).padStart(4)}  ${worst.padEnd(8)} ${String(count).padStart(4)} tests ${seconds.toFixed(1).padStart(7)} s  ${what}  (${tests[0][0]})`;
    });
    const good = results.filter((line) => line.includes('  passed ')).length;
    return ['', title, ...results, `${good} of ${rows.length} rows held`];
  }

  resultOf(testResults, file, part) {
    const run = testResults.find(({ testFilePath }) => testFilePath === path.join(ROOT, file));
    const pattern = patternOf(part);
    const matching = (run?.testResults ?? []).filter(({ fullName }) => pattern.test(fullName));
    // titles of it.each rows may exist in the source only; then the result of the whole file counts
    const tests = matching.length > 0 ? matching : (run?.testResults ?? []);
    const seconds = tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000;
    const state =
      tests.length === 0 ? 'not run' : tests.every(({ status }) => status === 'passed') ? 'passed' : 'failed';
    return { state, seconds, count: tests.length };
  }
};
