import { WrongArguments } from '../cli/arguments';

/** A refusal with a sentence for the caller of the command. */
export class ReleaseRefused extends Error {}

/** Returns `instead` of the refusal when `work` is refused; rethrows other errors. */
export const orRefused = <T, U>(work: Promise<T>, instead: (refusal: ReleaseRefused) => U) =>
  work.catch((error: unknown) => {
    if (error instanceof ReleaseRefused) return instead(error);
    throw error;
  });

export type OnRefused = (remote: string, reason: string) => void;

/** Passes each refusal on once. */
export function sayOnce(onRefused?: OnRefused): OnRefused {
  const said = new Set<string>();
  return (remote, reason) => {
    if (!said.has(`${remote} ${reason}`)) onRefused?.(remote, reason);
    said.add(`${remote} ${reason}`);
  };
}

/** Runs a command and prints its failure: of a refusal and of wrong arguments the sentence, of another error the stack. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const isWrong = error instanceof WrongArguments;
    const isMeant = isWrong || error instanceof ReleaseRefused;
    process.stderr.write(`${isMeant ? error.message : String((error as Error)?.stack ?? error)}\n`);
    process.exitCode = isWrong ? 2 : 1;
  });
}
