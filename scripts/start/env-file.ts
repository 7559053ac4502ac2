import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { REPOSITORY } from '../compose/remotes';

/** The operator's settings, where this repository or image is. */
export const ENV_FILE = path.join(REPOSITORY, '.env');

/** The settings of every command: those of ENV_FILE, if it exists; variables of the environment take precedence. */
export function readSettings(): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync(ENV_FILE, 'utf8')), ...process.env };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env;
    throw error;
  }
}
