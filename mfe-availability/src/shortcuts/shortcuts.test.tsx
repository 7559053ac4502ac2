import type { Availability } from '@flint/contracts';
import { heldAct, undoHeld } from '@flint/remote-kit/data';
import { answerMedia, renderScreen } from '@flint/remote-kit/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvailabilityScreen } from '../AvailabilityScreen';

it('Clear - undone on another screen - has the hours back', async () => {
  const { unmount, store } = renderScreen(<AvailabilityScreen />);
  await screen.findByLabelText(/^Monday 9 AM to 10 AM, /);
  const clear = screen.getByRole('button', { name: 'Clear' });
  expect(clear).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(clear);
  expect(heldAct.get()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Evenings' }));
  const slots = () => store.outbox.read<Availability>('week', 'week').edit?.value?.utcSlots.length;
  const painted = slots();
  await userEvent.click(clear);
  expect(clear).toHaveFocus();
  // a dead button would have lost the focus
  expect(clear).toBeEnabled();
  unmount();
  expect(slots()).toBe(0);
  await act(async () => undoHeld());
  // two slots of UTC for each hour of a zone between full hours
  expect([painted, slots()]).toEqual([14, 14]);
});

const shownFree = () =>
  [...document.querySelectorAll('[aria-selected="true"]')].map((cell) => cell.getAttribute('aria-label'));

it.each([
  ['Evenings', 35, 'Sunday 5 PM to 6 PM, free', 'Saturday 9 PM to 10 PM, free'],
  ['Weekends', 24, 'Sunday 10 AM to 11 AM, free', 'Saturday 9 PM to 10 PM, free'],
])('%s - are %i hours, row by row from %s to %s', async (name, count, first, last) => {
  renderScreen(<AvailabilityScreen />);
  await userEvent.click(await screen.findByRole('button', { name }));
  const free = shownFree();
  expect([free.length, free[0], free.at(-1)]).toEqual([count, first, last]);
  expect(free[1]).toMatch(name === 'Weekends' ? /^Saturday 10 AM/ : /^Monday 5 PM/);
});

it('a copied day - replaces the hours of the other working days, and no others; undone - has them back', async () => {
  renderScreen(<AvailabilityScreen />);
  for (const name of ['Monday 9 AM to 10 AM', 'Tuesday 8 PM to 9 PM', 'Saturday 8 PM to 9 PM'])
    await userEvent.click(await screen.findByLabelText(`${name}, busy`));
  await userEvent.click(screen.getByRole('button', { name: 'Copy a day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy a day' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  const first = shownFree();
  expect(first).toEqual([
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => `${day} 9 AM to 10 AM, free`),
    'Saturday 8 PM to 9 PM, free',
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Copy a day' }));
  const again = within(await screen.findByRole('dialog', { name: 'Copy a day' }));
  await userEvent.selectOptions(again.getByLabelText('From'), 'Saturday');
  await userEvent.click(again.getByRole('button', { name: 'Copy' }));
  expect(shownFree()).toEqual([
    'Monday 9 AM to 10 AM, free',
    ...['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day) => `${day} 8 PM to 9 PM, free`),
  ]);
  await act(async () => undoHeld());
  expect(shownFree()).toEqual(first);
});

it.each([
  [true, 'smooth'],
  [false, 'auto'],
])('Evenings - where motion is welcome: %p - scrolls to the first evening: %s', async (matches, behavior) => {
  const scrolled: unknown[] = [];
  Element.prototype.scrollIntoView = function (this: HTMLElement, options) {
    scrolled.push([this.dataset['cell'], options]);
  };
  const stopAnswering = answerMedia((query) => matches && query.includes('motion'));
  renderScreen(<AvailabilityScreen />);
  await userEvent.click(await screen.findByText('Evenings'));
  expect(scrolled).toEqual([['17', { block: 'center', behavior }]]);
  stopAnswering();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});
