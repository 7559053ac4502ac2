import { cellOf } from '@flint/contracts/week/index';
import { act, render, screen, within } from '@testing-library/react';
import { createWeekStore } from '../week-store';
import { HoursPerDay } from './HoursPerDay';

describe('the bars of the hours per day', () => {
  it('while hours are painted - show the number of each day, and a share that no day exceeds', () => {
    const store = createWeekStore([cellOf(1, 18), cellOf(1, 19), cellOf(6, 12)]);
    render(<HoursPerDay store={store} />);
    const bars = within(screen.getByRole('list', { name: 'Hours per day' })).getAllByRole('listitem');
    // what a screen reader reads
    const read = () => {
      const copies = bars.map((bar) => bar.cloneNode(true) as Element);
      for (const copy of copies) copy.querySelector('[aria-hidden]')?.remove();
      return copies.map(({ textContent }) => textContent);
    };
    expect(read()).toEqual([
      'Sunday 0',
      'Monday 2',
      'Tuesday 0',
      'Wednesday 0',
      'Thursday 0',
      'Friday 0',
      'Saturday 1',
    ]);
    expect(bars.map((bar) => bar.querySelector('[aria-hidden]')?.textContent)).toEqual([
      'Sun',
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
    ]);
    expect(bars[1]!.style.getPropertyValue('--share')).toBe(String(2 / 12));
    act(() =>
      store.change(
        Array.from({ length: 24 }, (_, hour) => cellOf(0, hour)),
        true,
      ),
    );
    expect(read()[0]).toBe('Sunday 24');
    expect(bars.map(({ style }) => style.getPropertyValue('--share'))).toEqual(
      [24, 2, 0, 0, 0, 0, 1].map((hours) => String(hours / 24)),
    );
  });
});
