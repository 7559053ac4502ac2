const os = require('node:os');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');
const MOST_SECONDS = 20;
/** Every statement; and `npm run release` as a team runs it, with the types, tests and screens of a remote. */
const ALLOWED = new Set(['acceptance/acceptance.test.ts', 'shell/tests/trial/trial.browser.test.ts']);

/** How many programs want each core, by the load of the last minute; 1 on a quiet machine. */
const crowd = () => Math.max(1, os.loadavg()[0] / os.availableParallelism());

// Fails a run in which a test file took over 20 seconds, and names it. Its time is divided by the crowd at its start or its end, whichever is
// more: a machine with other work decides nothing, a wait in a test does. The long runs (FLINT_LONG) have no such limit.
module.exports = class SlowFiles {
  constructor(_config, { crowdNow = crowd } = {}) {
    this.crowdNow = crowdNow;
    this.begun = new Map();
    this.slow = [];
  }

  onTestFileStart({ path: file }) {
    this.begun.set(file, this.crowdNow());
  }

  onTestFileResult({ path: file }, { perfStats }) {
    const name = path.relative(ROOT, file);
    const seconds = perfStats.runtime / 1000 / Math.max(this.begun.get(file) ?? 1, this.crowdNow());
    if (seconds > MOST_SECONDS && !ALLOWED.has(name)) this.slow.push(`${name}, ${seconds.toFixed(0)} s`);
  }

  /** Jest fails the run with this error. */
  getLastError() {
    if (this.slow.length > 0 && process.env.FLINT_LONG !== 'yes')
      return new Error(`these test files took more than ${MOST_SECONDS} s:\n  ${this.slow.join('\n  ')}`);
  }

  onRunComplete() {
    const fault = this.getLastError()?.message;
    if (fault) process.on('exit', () => process.stdout.write(`\n${fault}\n`));
  }
};
