import { act, render, screen } from '@testing-library/react';
import { Starting } from './Starting';

it('a session that is being read - after five seconds, not before - is called slow, beside the spinner', () => {
  jest.useFakeTimers();
  render(<Starting />);
  const slow = () => screen.queryByText('The network is slow. This page keeps trying.');
  act(() => jest.advanceTimersByTime(4_999));
  expect(slow()).toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(slow()).toBeVisible();
  expect(screen.getByText('Loading…')).toBeInTheDocument();
  jest.useRealTimers();
});
