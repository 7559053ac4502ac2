import { setTimeout as wait } from 'node:timers/promises';

/** Asks until the answer is yes. Throws when that takes too long. */
export async function until(
  what: string,
  ask: () => Promise<unknown> | unknown,
  ms = 60_000,
  everyMs = 50,
): Promise<void> {
  for (const end = Date.now() + ms; !(await ask()); await wait(everyMs))
    if (Date.now() > end) throw new Error(`not within ${ms / 1000} s: ${what}`);
}
