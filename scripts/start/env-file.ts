import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The settings of a `.env` file, if it exists; existing variables take precedence. */
export function withEnvFile(file: string, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...given };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return given;
    throw error;
  }
}
