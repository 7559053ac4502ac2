import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { EnvError } from '@flint/services';

/** The sentence and the exit code of a failed start: 78 (EX_CONFIG) for settings, 2 for arguments. */
export function explain(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (error instanceof EnvError) {
    return {
      text: `These settings are wrong (see .env.example):\n  ${error.lines.join('\n  ')}`,
      exitCode: 78,
    };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof WrongArguments) return { text: message, exitCode: 2 };
  if (code === 'EACCES') return { text: `No permission: ${message}.`, exitCode: 1 };
  return { text: message || String(error), exitCode: 1 };
}
