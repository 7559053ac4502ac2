/** Milliseconds of each unit. A day of a calendar may be an hour longer or shorter. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Seconds as minutes and seconds: 1:05. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A device clock that differs more than this from the server's is wrong; less may be the time that an answer took. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * Milliseconds by which the server's clock is ahead of a wrong clock of the device: 0 if the device's is right, null if the answer does not tell.
 * `began`: the device's time of the request. A page that was frozen since, as in a pocket, reads an answer of long ago.
 */
export function clockAhead({ headers }: Response, began: number): number | null {
  const now = Date.now();
  const by = Date.parse(headers.get('date') ?? '') - now;
  if (Number.isNaN(by) || Math.abs(now - began) > MINUTE_MS) return null;
  return Math.abs(by) > CLOCK_TOLERANCE_MS ? by : 0;
}
