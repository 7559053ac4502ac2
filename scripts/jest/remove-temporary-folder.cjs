const { rmSync } = require('node:fs');
const path = require('node:path');

module.exports = () => {
  const folder = process.env.TMPDIR;
  process.env.TMPDIR = path.dirname(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
