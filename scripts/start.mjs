import path from 'node:path';
import { checkNode } from './setup/check-node.mjs';
import { ensureInstalled } from './setup/ensure-installed.mjs';
import { runWithTsx } from './setup/run-with-tsx.mjs';

const root = path.dirname(import.meta.dirname);
process.env.FLINT_STARTED_AT ??= String(Date.now());
checkNode();
ensureInstalled(root, { toRun: true });
runWithTsx(path.join(root, 'scripts/start/main.ts'), process.argv.slice(2), root);
