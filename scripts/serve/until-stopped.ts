import { leaveBy, watchLeaving } from '../setup/leaving.mjs';
import { readSettings } from '../start/env-file';
import { explain } from '../start/failure';
import type { Listening } from './listen';

/** Prints a server's address and serves until a signal; a second signal stops at once. */
export function stopOnSignal(listening: Pick<Listening, 'url' | 'close'>, name: string): void {
  process.stdout.write(`${name} listens at ${listening.url}\n`);
  leaveBy(() => listening.close(), { withinMs: Infinity });
  watchLeaving();
}

/** The same for a server that starts now, with the operator's settings; without it, the process says why, and ends. */
export async function serveUntilStopped(
  name: string,
  start: (settings: NodeJS.ProcessEnv) => Promise<Pick<Listening, 'url' | 'close'>>,
): Promise<void> {
  try {
    stopOnSignal(await start(readSettings()), name);
  } catch (error) {
    const { text, exitCode } = explain(error);
    process.stderr.write(`${text}\n`);
    process.exit(exitCode);
  }
}
