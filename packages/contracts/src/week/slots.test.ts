import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { cellOf } from './grid';
import { gridToSlots, slotsToGrid } from './slots';
import { offsetMinutes } from './zone';

const ZONES = Intl.supportedValuesOf('timeZone');
const FROM = Temporal.Instant.from('2026-11-21T00:00:00Z');
const UNTIL = FROM.add({ hours: 24 * 365 * 3 });

/** A day before, the very instant, and a day after each change of the clocks in three years. */
function momentsOf(zone: string): Date[] {
  const moments = [new Date(FROM.epochMilliseconds)];
  let at = FROM.toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || Temporal.Instant.compare(next.toInstant(), UNTIL) > 0) return moments;
    const change = next.epochMilliseconds;
    moments.push(new Date(change - 86_400_000), new Date(change), new Date(change + 86_400_000));
    at = next;
  }
}

const weeks = fc
  .uniqueArray(fc.integer({ min: 0, max: 167 }), { maxLength: 168 })
  .map((cells) => new Set(cells));
const sorted = (grid: ReadonlySet<number>) => [...grid].sort((a, b) => a - b);

describe('a painted week', () => {
  it('stored and read back - in every zone, around every clock change in three years - is the same week', () => {
    let pairs = 0;
    for (const zone of ZONES) {
      for (const at of momentsOf(zone)) {
        pairs += 1;
        fc.assert(
          fc.property(weeks, (grid) =>
            expect(sorted(slotsToGrid(gridToSlots(grid, zone, at), zone, at))).toEqual(sorted(grid)),
          ),
          { numRuns: 2, seed: pairs },
        );
      }
    }
    expect(pairs).toBeGreaterThan(ZONES.length);
  });

  it('the stored ranges - are sorted, merged, within a day, and on quarter hours', () => {
    fc.assert(
      fc.property(
        weeks,
        fc.constantFrom('America/Toronto', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham'),
        (grid, zone) => {
          const slots = gridToSlots(grid, zone, new Date('2026-07-01T00:00:00Z'));
          slots.forEach(({ dayOfWeek, startHour, endHour }, i) => {
            expect(startHour).toBeLessThan(endHour);
            expect(endHour).toBeLessThanOrEqual(24);
            expect(Number.isInteger(startHour * 4) && Number.isInteger(endHour * 4)).toBe(true);
            const before = slots[i - 1];
            if (before)
              expect(before.dayOfWeek * 24 + before.endHour).toBeLessThan(
                dayOfWeek * 24 + startHour + (startHour === 0 ? 0.01 : 0),
              );
          });
        },
      ),
    );
  });

  it.each([0, 0.25, 0.5, 0.75])('an hour that is busy for a quarter, from %d - is not free', (busy) => {
    const slots = [
      { dayOfWeek: 1, startHour: 9, endHour: 9 + busy },
      { dayOfWeek: 1, startHour: 9.25 + busy, endHour: 11 },
    ];
    expect(sorted(slotsToGrid(slots, 'UTC', new Date('2026-03-02T12:00:00Z')))).toEqual([cellOf(1, 10)]);
  });

  it('Saturday evening in Toronto - wraps to Sunday UTC - split at midnight', () => {
    const grid = new Set([cellOf(6, 18), cellOf(6, 19), cellOf(6, 20)]);
    expect(gridToSlots(grid, 'America/Toronto', new Date('2026-11-21T00:00:00Z'))).toEqual([
      { dayOfWeek: 0, startHour: 0, endHour: 2 },
      { dayOfWeek: 6, startHour: 23, endHour: 24 },
    ]);
  });

  it('9 AM painted in summer - read after the clock change - is still 9 AM', () => {
    const painted = new Date('2026-10-01T12:00:00Z');
    const slots = gridToSlots(new Set([cellOf(3, 9)]), 'America/Toronto', painted);
    expect(slots).toEqual([{ dayOfWeek: 3, startHour: 13, endHour: 14 }]);
    expect(sorted(slotsToGrid(slots, 'America/Toronto', painted))).toEqual([cellOf(3, 9)]);
  });

  it('the offset read from the platform - agrees with Temporal in every zone', () => {
    const at = new Date('2026-07-01T00:00:00Z');
    for (const zone of ZONES) {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
        zone,
      );
      expect([zone, offsetMinutes(zone, at)]).toEqual([zone, Math.trunc(offsetNanoseconds / 60e9)]);
    }
  });
});
