import path from 'node:path';
import { checkNode } from './setup/check-node.mjs';
import { ensureInstalled } from './setup/ensure-installed.mjs';

// `npm ci`, unless node_modules was made from this lockfile.
checkNode();
await ensureInstalled(path.dirname(import.meta.dirname));
