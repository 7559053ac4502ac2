import { act, render } from '@testing-library/react';
import { createWeekStore } from '../week-store';
import { WeekGrid } from './WeekGrid';

afterEach(() => jest.useRealTimers());

it('the current day - is that of the zone of the week, and changes at its midnight in an open window', () => {
  // Friday morning on the device, a minute before Saturday in Apia
  jest.useFakeTimers({ now: new Date('2026-03-06T10:59:30.000Z') });
  const ids = { labelledBy: 'heading', describedBy: 'help' };
  render(<WeekGrid store={createWeekStore()} timezone="Pacific/Apia" {...ids} />);
  const today = () => document.querySelector('[aria-current="date"]')?.textContent;
  expect(today()).toBe('Fri');
  act(() => jest.advanceTimersByTime(60_000));
  expect(today()).toBe('Sat');
});
