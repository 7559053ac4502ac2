import { WrongArguments } from '../cli/arguments';

/** A refusal with a sentence for the caller of the command. */
export class ReleaseRefused extends Error {
  /** `gone`: its key is not trusted (any more), or it expired. `unfit`: this shell cannot run it. Without: the cause may be an origin that fails. */
  readonly why: 'gone' | 'unfit' | undefined;
  constructor(
    message: string,
    { why, ...options }: ErrorOptions & Pick<Partial<ReleaseRefused>, 'why'> = {},
  ) {
    super(message, options);
    this.why = why;
  }
}

/** Returns `instead` of the refusal when `work` is refused; rethrows other errors. */
export const orRefused = <T, U>(work: Promise<T>, instead: (refusal: ReleaseRefused) => U) =>
  work.catch((error: unknown) => {
    if (error instanceof ReleaseRefused) return instead(error);
    throw error;
  });

export type OnRefused = (remote: string, reason: string) => void;

/** Calls the function once for each different refusal. */
export function reportOnce(onRefused?: OnRefused): OnRefused {
  const said = new Set<string>();
  return (remote, reason) => {
    if (!said.has(`${remote} ${reason}`)) onRefused?.(remote, reason);
    said.add(`${remote} ${reason}`);
  };
}

/** Parses JSON; `name` is that of its file. Throws ReleaseRefused with the sentence, or one about the file. */
export function parseJson<T>(text: string, name: string, sentence?: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    const about = `${name} is not JSON: ${(error as Error).message.split('\n')[0]}.`;
    throw new ReleaseRefused(sentence ?? about, { cause: error });
  }
}

/** Prints a line of a command. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Refusals and errors of the operating system: the caller can mend their cause. */
const isForCaller = (error: unknown): error is Error =>
  error instanceof ReleaseRefused || (error instanceof Error && 'syscall' in error);

/** Runs a command and prints its failure: a sentence if the caller can mend it, else the stack. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const isWrong = error instanceof WrongArguments;
    const isMeant = isWrong || isForCaller(error);
    process.stderr.write(`${isMeant ? error.message : String((error as Error)?.stack ?? error)}\n`);
    process.exitCode = isWrong ? 2 : 1;
  });
}
