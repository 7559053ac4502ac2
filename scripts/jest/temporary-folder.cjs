const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

/** Everything a run writes to the temporary folder is in one folder, which is removed after the run. */
module.exports = () => {
  process.env.TMPDIR = mkdtempSync(path.join(tmpdir(), 'jest-'));
};
