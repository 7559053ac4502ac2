const os = require('node:os');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');
/** Files over NAMED_SECONDS are listed; one over MOST_SECONDS fails the run. Two limits, because times vary by half. */
const NAMED_SECONDS = 20;
const MOST_SECONDS = 120;
/** Half of the statements each; and `npm run release` as a team runs it, with the types, tests and screens of a remote. */
const ALLOWED = new Set([
  'acceptance/joining.acceptance.test.ts',
  'acceptance/meeting.acceptance.test.ts',
  'shell/tests/trial/trial.long.browser.test.ts',
]);

/** How many programs want each core, by the load of the last minute; 1 on a quiet machine. */
const crowd = () => Math.max(1, os.loadavg()[0] / os.availableParallelism());

// Names each test file that took over 20 seconds, and fails a run in which one took over two minutes. Its time is divided by the crowd at its start or its end, whichever is
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
    if (seconds > NAMED_SECONDS && !ALLOWED.has(name)) this.slow.push([name, seconds]);
  }

  message() {
    const lines = this.slow.map(([name, seconds]) => `\n  ${name}, ${seconds.toFixed(0)} s`);
    return lines.length > 0 ? `these test files took more than ${NAMED_SECONDS} s:${lines.join('')}` : null;
  }

  /** Jest fails the run with this error. */
  getLastError() {
    const isTooSlow = this.slow.some(([, seconds]) => seconds > MOST_SECONDS);
    if (isTooSlow && process.env.FLINT_LONG !== 'yes') return new Error(this.message());
  }

  onRunComplete() {
    const summary = this.message();
    if (summary) process.on('exit', () => process.stdout.write(`\n${summary}\n`));
  }
};
