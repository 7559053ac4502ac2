#!/usr/bin/env node
/** `npm create flint-remote clubs [-- --packages <folder of archives>]`. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRemote } from './create';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { packages: { type: 'string' } },
  });
  const [id = ''] = positionals;
  const archives = values.packages === undefined ? undefined : path.resolve(values.packages);
  for (const file of createRemote(id, path.resolve(id || '.'), archives)) process.stdout.write(`  ${file}\n`);
  process.stdout.write(`${id} is there. Next:\n  cd ${id}\n  npm install\n  npm test\n  npm run alone\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
