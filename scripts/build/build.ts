/** `npm run build [-- workspace…] [--force]`: browser builds of the shell and the remotes. */
import { readArguments, WrongArguments } from '@flint/remote-build/cli/arguments';
import { runCommand } from '@flint/remote-build/release/refused';
import { browserWorkspaces, buildBrowser } from './build-browser';
import { sizeTable } from '@flint/remote-build/build/sizes';

runCommand(async () => {
  const started = performance.now();
  const { positionals: only, values } = readArguments('npm run build -- [workspace…] [--force]', {
    most: Infinity,
    options: { force: { type: 'boolean', default: false } },
  });
  const known = browserWorkspaces().map(({ name }) => name);
  const unknown = only.find((name) => !known.includes(name));
  if (unknown) throw new WrongArguments(`There is no '${unknown}' to build: ${known.join(', ')}.`);
  const { built, sizes } = await buildBrowser({
    ...(only.length > 0 && { only }),
    force: values.force,
    log: (line) => process.stdout.write(`${line}\n`),
  });
  if (sizes.length > 0) process.stdout.write(`${sizeTable(sizes)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const what = built.length > 0 ? `built ${built.length} workspaces` : 'everything is up to date';
  process.stdout.write(`browser build: ${what} in ${seconds} s\n`);
});
