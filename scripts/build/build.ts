import { sizeTable } from '@flint/remote-build/build/sizes';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import type { Call } from '../flint/read';
import { browserWorkspaces, buildBrowser } from './build-browser';

/** `npm run build`: browser builds of the shell, the remotes and the desk. */
export async function main({ positionals: only, flag }: Call): Promise<void> {
  const started = performance.now();
  const known = browserWorkspaces().map(({ name }) => name);
  const unknown = only.find((name) => !known.includes(name));
  if (unknown) throw new WrongArguments(`There is no '${unknown}' to build: ${known.join(', ')}.`);
  const { built, sizes } = await buildBrowser({
    ...(only.length > 0 && { only }),
    force: flag('force'),
    log: (line) => process.stdout.write(`${line}\n`),
  });
  if (sizes.length > 0) process.stdout.write(`${sizeTable(sizes)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const what = built.length > 0 ? `built ${built.length} workspaces` : 'everything is up to date';
  process.stdout.write(`browser build: ${what} in ${seconds} s\n`);
}
