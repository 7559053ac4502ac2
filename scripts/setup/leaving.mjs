/** Time for a clean stop; then the process ends anyway. */
const LEAVE_MS = 2_000;
const LOOK_MS = 250;
/** npm and the terminal may both send the same Ctrl-C. */
const AGAIN_MS = 1_000;

let work = null;
let since = 0;

/** Names what stops cleanly before this process ends; until then it ends at once. Without `withinMs` (production) it waits as long as that takes. */
export function leaveBy(close, { withinMs = LEAVE_MS } = {}) {
  work = { close, withinMs };
}

export const isLeaving = () => since > 0;

/** Stops and ends this process: with 0 if it had started. */
async function leave() {
  if (since > 0) {
    if (Date.now() - since > AGAIN_MS) process.exit(1);
    return;
  }
  since = Date.now();
  if (!work) process.exit(1);
  if (Number.isFinite(work.withinMs)) setTimeout(() => process.exit(1), work.withinMs);
  await Promise.resolve(work.close()).then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

/**
 * Leaves at a signal and, if npm started this process, at the end of npm: after SIGKILL or SIGHUP npm passes no signal on. Call it first.
 */
export function watchLeaving() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void leave());
  // a closed terminal fails every later write
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void leave(), LOOK_MS).unref();
}
