import type { Connection } from 'mongoose';

/** The current time; tests replace it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The time of the database. The clocks of machines differ, so this one decides which lease of another process has ended. */
export async function databaseNow(db: Connection): Promise<Date> {
  const { localTime } = await db.db!.command({ hello: 1 });
  return localTime as Date;
}

/** A clock for tests, which advances only on request. */
export function fixedClock(start: Date | string) {
  let current = new Date(start);
  return {
    now: () => new Date(current),
    set: (to: Date | string) => void (current = new Date(to)),
    advanceSeconds: (seconds: number) => void (current = new Date(current.getTime() + seconds * 1000)),
  };
}
