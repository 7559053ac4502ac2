import { gridToSlots } from '@flint/contracts/week/index';
import { renderScreen } from '@flint/remote-kit/testing';
import { deviceZone } from '@flint/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvailabilityScreen } from './AvailabilityScreen';
import { openingHour } from './grid/WeekGrid';

/** Shows a week that only the server has. */
function show(...cells: number[]) {
  const utcSlots = gridToSlots(new Set(cells), deviceZone(), new Date());
  const week = { utcSlots, timezone: deviceZone(), lastUpdated: new Date().toISOString() };
  renderScreen(<AvailabilityScreen />, { api: { 'GET /availability': { body: week } } });
}

describe('the hour the grid opens at', () => {
  it('of a week that only the server has - is its first hour, and the earlier rows are scrolled out of view', async () => {
    show(24 + 11, 24 + 12);
    expect(await screen.findByText(/2 time slots selected/)).toBeVisible();
    const frame = screen.getByRole('grid').parentElement!;
    expect(frame.style.getPropertyValue('--week-rows')).toBe('13');
  });

  it('of a week of evenings - leaves twelve rows in sight', async () => {
    show(24 + 17);
    expect(await screen.findByText(/1 time slot selected/)).toBeVisible();
    expect(screen.getByRole('grid').parentElement!.style.getPropertyValue('--week-rows')).toBe('12');
  });

  it('of a saved week - is scrolled to once: an earlier hour that is chosen later moves no row', async () => {
    const scrolled = jest.fn();
    Element.prototype.scrollTo = scrolled;
    jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return this instanceof HTMLTableRowElement ? this.rowIndex * 30 : 0;
    });
    show(24 + 11);
    await userEvent.click(await screen.findByRole('button', { name: '6 AM every day' }));
    expect(await screen.findByText(/8 time slots selected/)).toBeVisible();
    expect(scrolled.mock.calls).toEqual([[{ top: 12 * 30 }]]);
  });

  it('nothing chosen - is 8 AM; else it is the first chosen hour of any day', () => {
    expect(openingHour(new Set())).toBe(8);
    expect(openingHour(new Set([24 + 17, 5 * 24 + 10]))).toBe(10);
    expect(openingHour(new Set([24 + 6]))).toBe(6);
  });

  it('with room for a whole day - is 8 AM whatever is chosen later, so that the free morning is in sight', () => {
    const before = globalThis.matchMedia;
    globalThis.matchMedia = () => ({ matches: true }) as MediaQueryList;
    try {
      expect([[], [24 + 17], [24 + 6]].map((cells) => openingHour(new Set(cells)))).toEqual([8, 8, 6]);
    } finally {
      globalThis.matchMedia = before;
    }
  });
});
