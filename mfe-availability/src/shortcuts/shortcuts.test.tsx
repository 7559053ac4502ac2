import type { Availability } from '@flint/contracts';
import { heldAct, undoHeld } from '@flint/remote-kit/data';
import { answerMedia, renderScreen } from '@flint/remote-kit/testing';
import { act, screen } from '@testing-library/react';
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
