import type { Listening } from './listen';

/** Prints a server's address and serves until a signal; a second signal stops at once. */
export function untilStopped(listening: Listening, name: string): void {
  process.stdout.write(`${name} listens at ${listening.url}\n`);
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await listening.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}
