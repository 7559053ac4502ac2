/** What stays real where a test replaces the wall clock: the timers of the driver, of the database and of `await`. */
export const REAL_TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setTimeout',
  'clearTimeout',
  'setImmediate',
  'clearImmediate',
] as const;
