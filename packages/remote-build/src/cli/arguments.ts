import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

interface Taken<O extends Options> {
  /** The number of arguments besides options; default 0. */
  readonly most?: number;
  readonly options?: O;
  readonly args?: readonly string[];
}

/** Thrown for invalid arguments; the message has the usage. */
export class WrongArguments extends Error {}

/**
 * Reads the arguments of a command, by default those of this process.
 * @throws WrongArguments for an unknown argument, because a command must not run without a misspelled option
 */
export function readArguments<const O extends Options>(usage: string, taken: Taken<O> = {}): Read<O> {
  const { most = 0, options, args = process.argv.slice(2) } = taken;
  const refuse = (what: string) => new WrongArguments(`${what}. Usage: ${usage}`);
  let read: Read<O>;
  try {
    read = parseArgs({ args: [...args], options: options ?? ({} as O), allowPositionals: true });
  } catch (error) {
    throw refuse((error as Error).message.split('. ')[0]!);
  }
  const extra = read.positionals[most];
  if (extra !== undefined) throw refuse(`'${extra}' is an argument too many`);
  return read;
}
