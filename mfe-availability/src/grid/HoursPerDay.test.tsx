import { cellOf } from '@flint/contracts/week/index';
import { act, render, screen, within } from '@testing-library/react';
import { createWeekStore } from '../week-store';
import { HoursPerDay } from './HoursPerDay';

describe('the bars of the hours per day', () => {
  it('while hours are painted - show the number of each day, and a share that no day exceeds', () => {
    const store = createWeekStore([cellOf(1, 18), cellOf(1, 19), cellOf(6, 12)]);
    render(<HoursPerDay store={store} />);
    const bars = within(screen.getByRole('list', { name: 'Hours per day' })).getAllByRole('listitem');
    const shown = () => bars.map(({ textContent }) => textContent);
    expect(shown()).toEqual(['0Sun', '2Mon', '0Tue', '0Wed', '0Thu', '0Fri', '1Sat']);
    act(() =>
      store.change(
        Array.from({ length: 24 }, (_, hour) => cellOf(0, hour)),
        true,
      ),
    );
    expect(shown()[0]).toBe('24Sun');
    expect(bars.map(({ style }) => style.getPropertyValue('--share'))).toEqual(
      [24, 2, 0, 0, 0, 0, 1].map((hours) => String(hours / 24)),
    );
  });
});
