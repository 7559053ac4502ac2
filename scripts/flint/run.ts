import path from 'node:path';
import { runCommand } from '@flint/remote-build/release/refused';
import { REPOSITORY } from '../compose/remotes';
import { GROUPS } from './commands.mjs';
import { readBy, type Call } from './read';

interface Module {
  readonly main?: (call: Call, ...args: readonly string[]) => Promise<number | void>;
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
  const { main } = (await import(path.join(REPOSITORY, file))) as Module;
  if (!main) return;
  runCommand(async () => {
    const code = await main(call!, ...args);
    if (typeof code === 'number') process.exitCode = code;
  });
}
