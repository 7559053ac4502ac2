import { leaveBy, watchLeaving } from '../setup/leaving.mjs';
import type { Listening } from './listen';

/** Prints a server's address and serves until a signal; a second signal stops at once. */
export function untilStopped(listening: Pick<Listening, 'url' | 'close'>, name: string): void {
  process.stdout.write(`${name} listens at ${listening.url}\n`);
  leaveBy(() => listening.close(), { withinMs: Infinity });
  watchLeaving();
}
