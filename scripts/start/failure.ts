import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { EnvError } from '@flint/services/env';

const READ_ONLY =
  'Flint may not write here: name another folder for its data by DATA_DIR, or clone Flint into a folder of your own';
const FULL = 'The disk is full: free some space and start again; what is stored is intact';

/** What a command needs is out of reach; the message says what to do. */
export class OutOfReach extends Error {}

/** The sentence and the exit code of a failed start: 78 (EX_CONFIG) for settings, 69 (EX_UNAVAILABLE) for what is out of reach, 2 for arguments. */
export function explain(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (error instanceof EnvError) {
    return {
      text: `These settings are wrong (see .env.example):\n  ${error.lines.join('\n  ')}`,
      exitCode: 78,
    };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof WrongArguments) return { text: message, exitCode: 2 };
  if (error instanceof OutOfReach) return { text: message, exitCode: 69 };
  // webpack and lmdb only have a text
  const all = `${code} ${message}`;
  const remedy = /\bENOSPC\b|No space left/.test(all)
    ? FULL
    : /\b(EACCES|EPERM|EROFS)\b/.test(all) && READ_ONLY;
  if (remedy) return { text: `${remedy} (${message.split('\n')[0]}).`, exitCode: 1 };
  return { text: message || String(error), exitCode: 1 };
}
