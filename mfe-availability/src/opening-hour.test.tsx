import { gridToSlots } from '@flint/contracts/week/index';
import { renderScreen } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import { AvailabilityScreen } from './AvailabilityScreen';
import { openingHour } from './grid/WeekGrid';
import { browserTimezone } from './zone';

describe('the hour the grid opens at', () => {
  it('of a week that only the server has - is its first hour, and the earlier rows are scrolled out of view', async () => {
    const cells = new Set([24 + 11, 24 + 12]);
    const utcSlots = gridToSlots(cells, browserTimezone(), new Date());
    const week = { utcSlots, timezone: browserTimezone(), lastUpdated: new Date().toISOString() };
    renderScreen(<AvailabilityScreen />, { api: { 'GET /availability': { body: week } } });
    expect(await screen.findByText(/2 time slots selected/)).toBeVisible();
    const frame = screen.getByRole('grid').parentElement!;
    expect(frame.style.getPropertyValue('--week-rows')).toBe('13');
  });

  it('nothing chosen - is 8 AM; else it is the first chosen hour of any day', () => {
    expect(openingHour(new Set())).toBe(8);
    expect(openingHour(new Set([24 + 17, 5 * 24 + 10]))).toBe(10);
    expect(openingHour(new Set([24 + 6]))).toBe(6);
  });
});
