import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { checkNode } from '../scripts/setup/check-node.mjs';
import { ensureInstalled } from '../scripts/setup/ensure-installed.mjs';

// `npm run test:acceptance` tests every statement of docs/product.md and prints each; `-- 5` only those of section 5;
// `-- mutate` breaks the product in 40 ways, and the tests must detect each (`-- mutate <name>`: one of them). `npm run test:review` restores
// the bugs of the review in the same way.
const root = path.dirname(import.meta.dirname);
const what = process.argv[2] ?? '';
checkNode();
await ensureInstalled(root);

/** Jest's title filter for a section (5) or a statement (S5.3.1). */
const filterOf = (part) => `^S${part.replace(/^S/, '').replaceAll('.', '\\.')}(\\.| )`;

if (what === 'mutate' || what === 'review') {
  await import('tsx');
  await import('./mutate.ts');
} else {
  const jest = [
    'node_modules/jest/bin/jest.js',
    '--forceExit',
    '--selectProjects',
    'acceptance',
    '--reporters=<rootDir>/acceptance/print-statements.cjs',
    ...(what ? ['-t', filterOf(what)] : []),
  ];
  const build = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build/build.ts'], { cwd: root });
  if (build.status !== 0) process.stderr.write(build.stderr);
  process.exit(
    build.status || spawnSync(process.execPath, jest, { cwd: root, stdio: 'inherit' }).status || 0,
  );
}
