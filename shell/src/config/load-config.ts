import type { Config } from '@flint/contracts';

/** The operator's settings could not be read: the app cannot start without the sign-in service's address. */
class ConfigError extends Error {}

const LIMIT_MS = 8_000;

function request(): Promise<Response> {
  const early = window.flintBoot?.config;
  if (window.flintBoot) window.flintBoot.config = undefined;
  const signal = AbortSignal.timeout(LIMIT_MS);
  return early ?? fetch('/api/v1/config', { headers: { accept: 'application/json' }, signal });
}

function isConfig(value: unknown): value is Config {
  const needed = ['appName', 'universityName', 'universityEmailHost', 'universityTimezone', 'supabaseKey'];
  if (typeof value !== 'object' || value === null) return false;
  return needed.every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
}

/** Reads the operator's settings. Throws ConfigError when they do not come within LIMIT_MS or are not settings. */
export async function loadConfig(): Promise<Config> {
  const limit = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new ConfigError('no settings in time')), LIMIT_MS);
  });
  try {
    const response = await Promise.race([request(), limit]);
    const value: unknown = response.ok ? await response.json() : null;
    if (isConfig(value)) return value;
    throw new ConfigError(`settings answered ${response.status}`);
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError('no settings', { cause: error });
  }
}
