import type { AlertOutcome, AlertState } from '@flint/remote-kit';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endAlertMoment, recordAlertMoment } from './alert-moment';
import { AskAlerts } from './AskAlerts';

function show(state: AlertState, outcome: AlertOutcome = { state: 'on', problem: null }) {
  const port = {
    state: jest.fn(async () => state),
    turnOn: jest.fn(async () => outcome),
    turnOff: jest.fn(async () => outcome),
  };
  const platform = fakePlatform({ alerts: async () => port });
  return { ...renderScreen(<AskAlerts />, { platform, api: {} }), port, platform };
}

const ask = () => act(async () => recordAlertMoment());
const yes = () => screen.findByRole('button', { name: 'Turn on' });

beforeEach(() => endAlertMoment());

describe('the question about alerts', () => {
  it('at load - is not asked', () => {
    const { port, container } = show('off');
    expect(container.textContent).toBe('');
    expect(port.state).not.toHaveBeenCalled();
  });

  it('after an offer - answered with yes - turns them on', async () => {
    const { port, platform } = show('off');
    await ask();
    await userEvent.click(await yes());
    expect(port.turnOn).toHaveBeenCalledTimes(1);
    expect(platform.notices).toEqual([{ text: 'Alerts are on. Settings has the rest.', tone: 'success' }]);
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });

  it('after an offer - when turning on fails - shows the reason', async () => {
    const { platform } = show('off', { state: 'off', problem: 'No luck.' });
    await ask();
    await userEvent.click(await yes());
    expect(platform.notices).toEqual([{ text: 'No luck.', tone: 'failure' }]);
  });

  it('declined or ignored - is not asked again on this device', async () => {
    const { port } = show('off');
    await ask();
    await yes();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    await ask();
    expect(port.state).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });

  it.each(['on', 'denied', 'unsupported'] as const)(
    'where they are %s - is not asked, and not recorded as asked',
    async (state) => {
      const { port } = show(state);
      await ask();
      await waitFor(() => expect(port.state).toHaveBeenCalledTimes(1));
      expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
      expect(localStorage.getItem('flint-alerts-asked')).toBeNull();
    },
  );
});
