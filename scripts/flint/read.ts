import { readArguments, type Read } from '@flint/remote-build/cli/arguments';
import { GROUPS, usageOf } from './commands.mjs';

/** What `main` of a command receives. */
export interface Call extends Read {
  /** The folder in which it was called. */
  readonly from: string;
}

/** Reads the arguments of a command by its usage. Throws WrongArguments. */
export const readBy = (group: string, name: string, args: readonly string[]): Read =>
  readArguments(usageOf(group, name), GROUPS[group]!.commands[name]!.takes, args);
