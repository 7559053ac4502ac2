const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const NAME = 'flint-jest-';

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Removes what runs left behind that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = name.match(new RegExp(`^${NAME}(\\d+)-`)) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    try {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // its workers outlive it by seconds and still write there: the next run removes it
    }
  }
}

/** Everything a run writes to the temporary folder is in one folder, which is removed after the run. */
module.exports = () => {
  removeAbandoned();
  process.env.TMPDIR = mkdtempSync(path.join(tmpdir(), `${NAME}${process.pid}-`));
};
