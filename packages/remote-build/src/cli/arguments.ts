import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

interface Taken<O extends Options> {
  /** The number of arguments beside options; 0 unless told. */
  readonly most?: number;
  readonly options?: O;
  readonly args?: readonly string[];
}

/** Arguments that a command does not take: a sentence with the usage, for the person who typed them. */
export class WrongArguments extends Error {}

/**
 * Reads the arguments of a command, by default those of this process.
 * @throws WrongArguments for one that the command does not take: a misspelled option must not run it as if nothing had been asked
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
