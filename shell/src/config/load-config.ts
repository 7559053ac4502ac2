import type { Config } from '@flint/contracts';
import { withTimeLimit } from '../time-limit';

/** The operator's settings could not be read: the app cannot start without the sign-in service's address. */
class ConfigError extends Error {}

const LIMIT_MS = 8_000;

function request(): Promise<Response> {
  const early = window.flintBoot?.config;
  if (window.flintBoot) window.flintBoot.config = undefined;
  return early ?? fetch('/api/v1/config', { headers: { accept: 'application/json' } });
}

function isConfig(value: unknown): value is Config {
  const needed = ['appName', 'universityName', 'universityEmailHost', 'universityTimezone', 'supabaseKey'];
  if (typeof value !== 'object' || value === null) return false;
  return needed.every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
}

/** Reads the operator's settings. Throws ConfigError when they do not arrive within LIMIT_MS or are malformed. */
export async function loadConfig(): Promise<Config> {
  try {
    const response = await withTimeLimit(request(), LIMIT_MS, () => {
      throw new ConfigError('no settings in time');
    });
    const value: unknown = response.ok ? await response.json() : null;
    if (isConfig(value)) return value;
    throw new ConfigError(`settings answered ${response.status}`);
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError('no settings', { cause: error });
  }
}
