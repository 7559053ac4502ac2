/** A campus of the long runs, as `npx flint check campus` starts it, without pages. */
export const LONG = {
  students: 40,
  thinkMs: 500,
  pauseMs: 10_000,
  announceMs: 5_000,
  pages: false,
} as const;

/** A small one; on a busy machine a request may take long. */
export const SHORT = {
  students: 6,
  thinkMs: 150,
  pauseMs: 1_500,
  announceMs: 6_000,
  patienceMs: 20_000,
  pages: false,
} as const;

/** Alerts of a short run that mean a busy machine: a minute of its alerts is 0.4 s, and a start, or one stall, takes several. */
export const AWAY_WHILE_BUSY = /^Flint(?:Target|Database|PhotoStore)Away fired$/;
