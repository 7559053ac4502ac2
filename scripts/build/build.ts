/** `npm run build [-- workspace…] [--force]`: browser builds of the shell and the remotes. */
import { buildBrowser } from './build-browser';
import { sizeTable } from '@flint/remote-build/build/sizes';

async function main(args: readonly string[]): Promise<void> {
  const started = performance.now();
  const only = args.filter((arg) => !arg.startsWith('--'));
  const { built, sizes } = await buildBrowser({
    ...(only.length > 0 && { only }),
    force: args.includes('--force'),
    log: (line) => process.stdout.write(`${line}\n`),
  });
  if (sizes.length > 0) process.stdout.write(`${sizeTable(sizes)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const what = built.length > 0 ? `built ${built.length} workspaces` : 'everything is up to date';
  process.stdout.write(`browser build: ${what} in ${seconds} s\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
