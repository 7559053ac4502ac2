import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Thrown for invalid arguments; the message has the usage. */
export class WrongArguments extends Error {}

/** The arguments of a command, as its usage declares them. */
export interface Read {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
}

/**
 * Reads the arguments of a command by its usage, whose part after the name is `takes` (see verbs.mjs).
 * @throws WrongArguments for an unknown argument too, because a command must not run without a misspelled option
 */
export function readArguments(usage: string, takes: string, args: readonly string[]): Read {
  const refuse = (what: string) => new WrongArguments(`${what}. Usage: ${usage}`);
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    [...takes.matchAll(/--([\w-]+)( <)?/g)].map(([, option = '', value]) => [
      option,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw refuse((error as Error).message.split('. ')[0]!);
  }
  const { positionals, values } = read;
  const wanted = [...takes.replaceAll(/\[--[^\]]+\]/g, '').matchAll(/<([^>]+)>|\[([^\]]+)\]/g)];
  const extra = positionals[wanted.some(([part]) => part.includes('…')) ? Infinity : wanted.length];
  if (extra !== undefined) throw refuse(`'${extra}' is an argument too many`);
  for (const [at, [, must, may]] of wanted.entries()) {
    const given = positionals[at];
    if (given === undefined && must) throw refuse(`It takes <${must}>`);
    const choices = (must ?? may ?? '').split('|');
    if (given !== undefined && choices.length > 1 && !choices.includes(given))
      throw refuse(`'${given}' is none of ${choices.join(', ')}`);
  }
  return {
    positionals,
    flag: (option) => values[option] === true,
    text: (option) => values[option] as string | undefined,
  };
}
