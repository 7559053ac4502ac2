import path from 'node:path';
import { checkNode } from './setup/check-node.mjs';
import { ensureInstalled } from './setup/ensure-installed.mjs';

// `npm ci`, unless what is installed was made from this very lockfile.
checkNode();
ensureInstalled(path.dirname(import.meta.dirname));
