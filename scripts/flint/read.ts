import type { ParseArgsConfig } from 'node:util';
import { readArguments, WrongArguments } from '@flint/remote-build/cli/arguments';
import { GROUPS, usageOf } from './commands.mjs';

/** The arguments of a command, as its usage declares them. */
export interface Read {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
}

/** What `main` of a command receives. */
export interface Call extends Read {
  /** The folder in which it was called. */
  readonly from: string;
}

/** Reads the arguments of a command by its usage. Throws WrongArguments. */
export function readBy(group: string, name: string, args: readonly string[]): Read {
  const usage = usageOf(group, name);
  const takes = GROUPS[group]!.commands[name]!.takes ?? '';
  const isFlag = /--([\w-]+)( <)?/g;
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    [...takes.matchAll(isFlag)].map(([, option = '', value]) => [
      option,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  const wanted = [...takes.replaceAll(/\[--[^\]]+\]/g, '').matchAll(/<([^>]+)>|\[([^\]]+)\]/g)];
  const most = wanted.some(([part]) => part.includes('…')) ? Infinity : wanted.length;
  const { positionals, values } = readArguments(usage, { most, options, args });
  for (const [at, [, must, may]] of wanted.entries()) {
    const given = positionals[at];
    if (given === undefined && must) throw new WrongArguments(`It takes <${must}>. Usage: ${usage}`);
    const choices = (must ?? may ?? '').split('|');
    if (given !== undefined && choices.length > 1 && !choices.includes(given))
      throw new WrongArguments(`'${given}' is none of ${choices.join(', ')}. Usage: ${usage}`);
  }
  return {
    positionals,
    flag: (option) => values[option] === true,
    text: (option) => values[option] as string | undefined,
  };
}
