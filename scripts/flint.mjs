#!/usr/bin/env node
import path from 'node:path';
import { checkNode } from './setup/check-node.mjs';
import { ensureInstalled, forgetInstalled, isOfPackage } from './setup/ensure-installed.mjs';
import { watchLeaving } from './setup/leaving.mjs';
import { runTests } from './setup/run-tests.mjs';
import { GROUPS, helpInstead, usageOf } from './flint/commands.mjs';

// `npx flint`, and the scripts of package.json: installs what the command needs, and runs it in this process, so that no part of it outlives another.
checkNode();
process.env.FLINT_STARTED_AT ??= String(Date.now());
const [group, name, ...args] = process.argv.slice(2);
const help = helpInstead(group, name);
if (help) {
  process[help.isAsked ? 'stdout' : 'stderr'].write(help.text);
  process.exit(help.isAsked ? 0 : 2);
}
const { needs, commands } = GROUPS[group];
const command = commands[name];
if (args.includes('--help') && command.takes !== '…') {
  process.stdout.write(`${usageOf(group, name)}\n  ${command.does}\n`);
  process.exit(0);
}
const from = process.cwd();
const root = path.dirname(import.meta.dirname);
process.chdir(root);
watchLeaving();
await ensureInstalled(root, { toRun: needs === 'run' });
if (command.jest) {
  const short = command.short && args.length === 0;
  process.exit(await runTests([...command.jest, ...args], { ...command, short }));
}
try {
  await import('tsx');
  await import('./flint/run.ts').then(({ run }) => run(group, name, args, from));
} catch (error) {
  if (!/^(ERR_)?MODULE_NOT_FOUND$/.test(error.code) || !isOfPackage(error)) throw error;
  forgetInstalled(root);
  process.stderr.write(
    `The installed packages are incomplete (${error.message.split('\n')[0]}). Run the command again: it installs them anew.\n`,
  );
  process.exit(1);
}
