import { setTimeout } from 'node:timers/promises';

const GIVE_UP_MS = 60_000;

/** Waits until something is true of which no event tells. Throws after a minute, with what `found` says. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  found: () => string | Promise<string> = () => 'nothing',
): Promise<void> {
  for (const end = performance.now() + GIVE_UP_MS; !(await isTrue());) {
    if (performance.now() > end) throw new Error(`waited in vain; found ${await found()}`);
    await setTimeout(20);
  }
}
