import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Settings of a `.env` file, if there is one; variables already set win. */
export function withEnvFile(file: string, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...given };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return given;
    throw error;
  }
}
