import {
  countSharedStarts,
  createProjector,
  hourWindow,
  instantOf,
  sharedStartHours,
  WINDOW_WORDS,
} from './hours';

const TORONTO = 'America/Toronto';

/** A week with these cells (`day * 24 + hour`, Sunday first) free. */
function weekOf(cells: readonly number[], timezone = TORONTO) {
  const words = new Uint32Array(6);
  for (const cell of cells) words[cell >> 5]! |= 1 << (cell & 31);
  return { words, timezone };
}

/** The instants at which two weeks share two hours, in the two weeks after `now`. */
function sharedStarts(now: string, a: ReturnType<typeof weekOf>, b = a): string[] {
  const window = hourWindow(new Date(now), TORONTO);
  const { project } = createProjector(window);
  const [bitsA, bitsB] = [new Uint32Array(WINDOW_WORDS), new Uint32Array(WINDOW_WORDS)];
  project(a, bitsA);
  project(b, bitsB);
  const hours = sharedStartHours(bitsA, bitsB);
  expect(countSharedStarts(bitsA, bitsB, 0, 0)).toBe(hours.length);
  expect(sharedStartHours(bitsB, bitsA)).toEqual(hours);
  return hours.map((hour) => instantOf(window, hour).toISOString());
}

const SUNDAY_1_TO_4 = [1, 2, 3];
const TUESDAY_18_TO_20 = [2 * 24 + 18, 2 * 24 + 19];

describe('a week on real dates', () => {
  it('two free hours a week - are on both Tuesdays of the window, at the offset of each date', () => {
    // clocks change on 1 November 2026
    expect(sharedStarts('2026-10-24T12:00:00Z', weekOf(TUESDAY_18_TO_20))).toEqual([
      '2026-10-27T22:00:00.000Z',
      '2026-11-03T23:00:00.000Z',
    ]);
  });

  it('clocks that change on the last day of the window - count from then on', () =>
    expect(sharedStarts('2026-10-18T18:00:00Z', weekOf([10, 11]))).toEqual([
      '2026-10-25T14:00:00.000Z',
      '2026-11-01T15:00:00.000Z',
    ]));

  it('an hour that the clocks skip - 2 AM of 8 March 2026 - is not free in any week', () => {
    // that day 3-4 AM follows 1-2 AM without a gap
    expect(sharedStarts('2026-03-07T12:00:00Z', weekOf(SUNDAY_1_TO_4)).slice(0, 2)).toEqual([
      '2026-03-08T06:00:00.000Z',
      '2026-03-15T05:00:00.000Z',
    ]);
  });

  it('an hour that the clocks repeat - 1 AM of 1 November 2026 - counts once, the first time', () => {
    expect(sharedStarts('2026-10-31T12:00:00Z', weekOf(SUNDAY_1_TO_4))).toEqual([
      '2026-11-01T07:00:00.000Z',
      '2026-11-08T06:00:00.000Z',
      '2026-11-08T07:00:00.000Z',
    ]);
  });

  it('two zones half an hour apart - an hour is shared only when both grids cover all of it', () => {
    // Tuesday 18-20 in Toronto (UTC-5) is Wednesday 4:30-6:30 in Kolkata
    const kolkata = (hours: readonly number[]) =>
      weekOf(
        hours.map((hour) => 3 * 24 + hour),
        'Asia/Kolkata',
      );
    expect(sharedStarts('2026-11-21T12:00:00Z', weekOf(TUESDAY_18_TO_20), kolkata([4, 5, 6]))).toEqual([
      '2026-11-24T23:00:00.000Z',
      '2026-12-01T23:00:00.000Z',
    ]);
    expect(sharedStarts('2026-11-21T12:00:00Z', weekOf(TUESDAY_18_TO_20), kolkata([5, 6]))).toEqual([]);
  });
});
