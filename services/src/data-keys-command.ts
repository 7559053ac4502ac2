import { cipherOf } from './infra/field-cipher';
import { countWithoutKey } from './infra/key-holders';
import { RESOURCES } from './resources/index';
import type { Deps } from './resources/resource';

const HELP = `npm run data-keys            the key that seals now, and the older ones that are still listed
npm run data-keys -- rotate  seals everything under that key; older keys may be taken out of DATA_KEYS afterwards

To change keys: put a new one first in DATA_KEYS, restart every process, rotate, then remove the old one and restart again.`;

/**
 * Implements `npm run data-keys`. Safe to repeat and to interrupt: every field stays readable. Refuses to rotate while a running API process
 * lacks the key.
 */
export async function runDataKeys(
  deps: Deps,
  [command = 'list']: readonly string[],
): Promise<{ readonly text: string; readonly exitCode: 0 | 1 | 2 }> {
  const { current } = cipherOf(deps);
  if (command === 'list') {
    const older = (deps.env.DATA_KEYS ?? '').split(',').slice(1);
    const names = older.map((pair) => pair.trim().split(':')[0]);
    return { text: [`seals: ${current}`, ...names.map((name) => `reads: ${name}`)].join('\n'), exitCode: 0 };
  }
  if (command !== 'rotate') return { text: HELP, exitCode: 2 };
  const without = await countWithoutKey(deps);
  if (without > 0)
    return {
      text: `Nothing was changed: ${without} running API ${without === 1 ? 'process lacks' : 'processes lack'} the key ${current}. Restart with the same DATA_KEYS, then rotate.`,
      exitCode: 1,
    };
  let count = 0;
  for (const { reseal } of RESOURCES) count += (await reseal?.(deps)) ?? 0;
  return { text: `${count} fields were sealed under ${current}.`, exitCode: 0 };
}
