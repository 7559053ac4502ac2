import { EnvError } from '@flint/services';

/** The sentence and the exit code (78: EX_CONFIG) of a failed start. */
export function explain(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (error instanceof EnvError) {
    return {
      text: `These settings are wrong (see .env.example):\n  ${error.lines.join('\n  ')}`,
      exitCode: 78,
    };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES') return { text: `No permission: ${message}.`, exitCode: 1 };
  return { text: message || String(error), exitCode: 1 };
}
