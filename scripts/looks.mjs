import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { checkNode } from './setup/check-node.mjs';
import { ensureInstalled } from './setup/ensure-installed.mjs';

// `npm run screenshots` writes every state of every screen, in four widths and both themes, to screenshots/;
// `npm run test:accessibility` also runs axe on them; `npm run test:languages` finds untranslated texts.
// `-- -t 'dark'` selects some.
const root = path.dirname(import.meta.dirname);
const [what, ...rest] = process.argv.slice(2);
checkNode();
await ensureInstalled(root);
process.env[what === 'languages' ? 'FLINT_LANGUAGES' : 'FLINT_ACCESSIBILITY'] = 'all';
if (what === 'pictures') process.env['FLINT_PICTURES'] = 'only';
const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'browser', ...rest];
const files = what === 'languages' ? ['shell/tests/languages'] : ['shell/tests/states'];
const { status } = spawnSync(process.execPath, [...jest, '--', ...files], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
