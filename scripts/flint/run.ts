import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '@flint/remote-build/release/refused';
import { REPOSITORY } from '../compose/remotes';
import { GROUPS } from './commands.mjs';
import { readBy, type Call } from './read';

type Main = (call: Call, ...args: readonly string[]) => Promise<number | void>;

/** Runs a command; returns its exit code, with wrong settings as one sentence. */
async function runMain(main: () => ReturnType<Main>): Promise<number | void> {
  try {
    return await main();
  } catch (error) {
    if ((error as Error).name !== 'EnvError') throw error;
    const { explain } = await import('../start/failure');
    const { text, exitCode } = explain(error);
    process.stderr.write(`${text}\n`);
    return exitCode;
  }
}

/** Reads the arguments of a command and runs its file. Throws only for a package that is not installed. */
export async function run(
  group: string,
  name: string,
  given: readonly string[],
  from: string,
): Promise<void> {
  const { takes = '', file = '', args = [] } = GROUPS[group]!.commands[name]!;
  let call: Call | undefined;
  try {
    if (takes !== '…') call = { ...readBy(group, name, given), from };
  } catch (error) {
    return runCommand(() => Promise.reject(error as Error));
  }
  // programs read them themselves
  process.argv.splice(1, Infinity, file, ...args, ...given);
  // a path with # or %20 is no address
  const { href } = pathToFileURL(path.join(REPOSITORY, file));
  const { main } = (await import(href)) as { readonly main?: Main };
  if (!main) return;
  runCommand(async () => {
    const code = await runMain(() => main(call!, ...args));
    if (typeof code === 'number') process.exitCode = code;
  });
}
