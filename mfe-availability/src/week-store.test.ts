import { cellOf, dayAndHour } from '@flint/contracts/week/index';
import fc from 'fast-check';
import { createWeekStore } from './week-store';

const cells = fc.integer({ min: 0, max: 167 });

describe('a stroke over the week', () => {
  it('between any two corners, by any way - sets the rectangle between them as its first cell, and can be taken back', () =>
    fc.assert(
      fc.property(fc.uniqueArray(cells), cells, cells, cells, (before, from, over, to) => {
        const store = createWeekStore(before);
        const paint = store.beginStroke(from);
        paint(over);
        paint(to);
        const [one, other] = [dayAndHour(from), dayAndHour(to)];
        const isBetween = (at: number, a: number, b: number) => at >= Math.min(a, b) && at <= Math.max(a, b);
        for (let day = 0; day < 7; day++)
          for (let hour = 0; hour < 24; hour++) {
            const cell = cellOf(day, hour);
            const isIn = isBetween(day, one.day, other.day) && isBetween(hour, one.hour, other.hour);
            expect(store.has(cell)).toBe(isIn ? !before.includes(from) : before.includes(cell));
          }
        paint(null);
        expect([...store.read()].toSorted()).toEqual(before.toSorted());
      }),
    ));
});
