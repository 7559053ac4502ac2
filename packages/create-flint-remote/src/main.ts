#!/usr/bin/env node
/** `npm create flint-remote clubs [-- --with <toolchain>] [--packages <address of a registry>]`. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRemote, type Toolchain } from './create';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { with: { type: 'string', default: 'webpack' }, packages: { type: 'string' } },
  });
  const [id = ''] = positionals;
  const options = { toolchain: values.with as Toolchain, packages: values.packages };
  for (const file of createRemote(id, path.resolve(id || '.'), options)) process.stdout.write(`  ${file}\n`);
  process.stdout.write(`${id} is there. Next:\n  cd ${id}\n  npm install\n  npm test\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
