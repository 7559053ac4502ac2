import type { Availability } from '@flint/contracts';
import { undoHeld } from '@flint/remote-kit/data';
import { renderScreen } from '@flint/remote-kit/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvailabilityScreen } from '../AvailabilityScreen';

it('Clear - undone on another screen - has the hours back', async () => {
  const { unmount, store } = renderScreen(<AvailabilityScreen />);
  await screen.findAllByRole('gridcell');
  expect(screen.getByRole('button', { name: 'Clear' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Evenings' }));
  const slots = () => store.outbox.read<Availability>('week', 'week').edit?.value?.utcSlots.length;
  const painted = slots();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  unmount();
  expect(slots()).toBe(0);
  await act(async () => undoHeld());
  expect([painted, slots()]).toEqual([7, 7]);
});
