import path from 'node:path';
import { checkNode } from './setup/check-node.mjs';
import { ensureInstalled, forgetInstalled } from './setup/ensure-installed.mjs';
import { watchLeaving } from './setup/leaving.mjs';

// `npm start`, in one process, so that no part of it outlives another.
checkNode();
process.env.FLINT_STARTED_AT ??= String(Date.now());
watchLeaving();
const root = path.dirname(import.meta.dirname);
await ensureInstalled(root, { toRun: true });
try {
  await import('tsx');
  await import('./start/main.ts');
} catch (error) {
  if (!/^(ERR_)?MODULE_NOT_FOUND$/.test(error.code)) throw error;
  forgetInstalled(root);
  process.stderr.write(
    `The installed packages are incomplete (${error.message.split('\n')[0]}). Run the command again: it installs them anew.\n`,
  );
  process.exit(1);
}
