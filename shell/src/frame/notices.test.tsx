import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notices } from '../platform/notices';
import { Notices } from './Notices';

it('more than three alerts that stay - are the newest three and what lies above; an older one is back after a dismissal', async () => {
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(700);
  render(<Notices>above</Notices>);
  act(() => ['1', '2', '3', '4', '5'].forEach((text) => notices.notify(`Failed ${text}`, 'failure')));
  const shown = () => document.querySelector('.f-toasts')!.textContent;
  expect(shown()).toBe('aboveFailed 3Failed 4Failed 5');
  expect(document.querySelector('.f-toasts')!.scrollTop).toBe(700);
  await userEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[2]!);
  expect(shown()).toBe('aboveFailed 2Failed 3Failed 4');
});

it('an alert that does not stay - has the focus - goes six seconds after that at the latest', () => {
  jest.useFakeTimers();
  render(<Notices />);
  act(() => notices.notify('Removed', 'info'));
  const alert = () => screen.queryByText('Removed');
  const button = alert()!.parentElement!.querySelector('button')!;
  act(() => button.focus());
  act(() => jest.advanceTimersByTime(7_000));
  expect(alert()).toBeVisible();
  act(() => button.blur());
  act(() => jest.advanceTimersByTime(6_000));
  expect(alert()).toBeNull();
  jest.useRealTimers();
});
