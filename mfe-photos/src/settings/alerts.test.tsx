import { ALERT_KINDS, type AlertChange, type AlertChoices } from '@flint/contracts';
import type { AlertOutcome, AlertState } from '@flint/remote-kit';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AlertsRow } from './AlertsRow';

const CHOICES: AlertChoices = { kinds: [...ALERT_KINDS], quiet: null, showNames: false };

function port(first: AlertState, outcome: Partial<AlertOutcome> = {}) {
  let state = first;
  const turn = (next: AlertState) =>
    jest.fn(async () => ({ state: (state = outcome.state ?? next), problem: outcome.problem ?? null }));
  return { state: async () => state, turnOn: turn('on'), turnOff: turn('off') };
}

function show(
  first: AlertState | null,
  more: { api?: FakeRoutes; online?: boolean; outcome?: Partial<AlertOutcome>; fails?: boolean } = {},
) {
  const alerts = first === null ? null : port(first, more.outcome);
  let choices = CHOICES;
  const answer = () => ({ body: { choices, publicKey: 'BA', browsers: first === 'on' ? 1 : 0 } });
  const platform = fakePlatform({
    ...(alerts && { alerts: async () => (more.fails ? Promise.reject(new Error('x')) : alerts) }),
    online: more.online ?? true,
  });
  const view = renderScreen(<AlertsRow />, {
    platform,
    api: {
      'GET /alerts': answer,
      'PUT /alerts': ({ body }) => {
        const { kind, ...rest } = body as AlertChange;
        const kinds = ALERT_KINDS.filter((id) =>
          id === kind?.id ? kind.isWanted : choices.kinds.includes(id),
        );
        choices = { ...choices, kinds, ...rest } as AlertChoices;
        return answer();
      },
      ...more.api,
    },
  });
  const saved = () => view.api.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { alerts, platform, saved };
}

const own = () => screen.findByRole('switch', { name: /Alerts in this browser/ });

describe('alerts in the settings', () => {
  it('of a browser where they are off - can be turned on, and the choices appear', async () => {
    const { alerts } = show('off');
    const toggle = await own();
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-disabled'));
    expect(screen.queryByRole('group', { name: 'Alert me of' })).toBeNull();
    await userEvent.click(toggle);
    expect(alerts!.turnOn).toHaveBeenCalledTimes(1);
    expect(toggle).toHaveAttribute('aria-checked', 'true');
    expect(await screen.findByRole('group', { name: 'Alert me of' })).toBeVisible();
    await userEvent.click(toggle);
    expect(alerts!.turnOff).toHaveBeenCalledTimes(1);
    expect(toggle).toHaveAttribute('aria-checked', 'false');
  });

  it('that cannot be turned on - show the reason and stay off', async () => {
    const { platform } = show('off', { outcome: { state: 'off', problem: 'It did not work.' } });
    const toggle = await own();
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(toggle);
    expect(platform.notices).toEqual([{ text: 'It did not work.', tone: 'failure' }]);
    expect(toggle).toHaveAttribute('aria-checked', 'false');
  });

  it('refused in the browser’s prompt - are disabled and explain where to allow them', async () => {
    show('off', { outcome: { state: 'denied' } });
    const toggle = await own();
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(toggle);
    expect(await screen.findByText(/Your browser blocks alerts from Flint/)).toBeVisible();
    expect(toggle).toHaveAttribute('aria-disabled', 'true');
  });

  it.each(['unsupported', null] as const)(
    'of a browser without push (%s) - are disabled with the reason',
    async (state) => {
      show(state);
      expect(await screen.findByText('This browser cannot show alerts.')).toBeVisible();
      expect(await own()).toHaveAttribute('aria-disabled', 'true');
    },
  );

  it.each(['Macintosh', 'iPad', 'iPhone'])(
    'on an %s outside of an installed app - name the Home Screen',
    async (device) => {
      Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: 5 });
      jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${device}) Safari`);
      show('unsupported');
      expect(await screen.findByText(/First add Flint to your Home Screen/)).toBeVisible();
      Reflect.deleteProperty(navigator, 'maxTouchPoints');
    },
  );

  it.each([
    ['off', true],
    ['on', false],
  ] as const)('that are %s, without a connection - cannot be changed: %p', async (state, isShut) => {
    show(state, { online: false });
    expect(await screen.findByText(/You are offline/)).toBeVisible();
    await waitFor(async () => expect((await own()).hasAttribute('aria-disabled')).toBe(isShut));
  });

  it('whose code does not load - are disabled, and say so', async () => {
    show('off', { fails: true });
    expect(await screen.findByText(/^This did not load\./)).toBeVisible();
    expect(await own()).toHaveAttribute('aria-disabled', 'true');
  });

  it('kinds, quiet hours and names - are saved one by one', async () => {
    const { saved } = show('on');
    const kinds = await screen.findByRole('group', { name: 'Alert me of' });
    const boxes = within(kinds).getAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')!.textContent)).toEqual([
      'New offers',
      'Answers to your offers',
      'New times, and dates called off',
      'Reminders',
      'Signals on the day: ‘I am here’',
    ]);
    await userEvent.click(within(kinds).getByRole('checkbox', { name: 'Reminders' }));
    const quiet = screen.getByRole('switch', { name: /Quiet hours/ });
    await waitFor(() => expect(quiet).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(quiet);
    const until = await screen.findByRole('combobox', { name: 'Until' });
    await waitFor(() => expect(until).toBeEnabled());
    expect(until).toHaveAccessibleDescription('On the clock of Campus University');
    // two equal hours would mean no quiet hours
    expect(within(until).queryByRole('option', { name: /^10:00.PM$/ })).toBeNull();
    await userEvent.selectOptions(until, '7');
    const from = screen.getByRole('combobox', { name: 'From' });
    await waitFor(() => expect(from).toBeEnabled());
    expect(from).toHaveDisplayValue(/^10:00.PM$/);
    expect(within(from).queryByRole('option', { name: /^7:00.AM$/ })).toBeNull();
    await userEvent.selectOptions(from, '21');
    const names = screen.getByRole('switch', { name: /Show names/ });
    await waitFor(() => expect(names).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(names);
    await waitFor(() => expect(quiet).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(quiet);
    await waitFor(() => expect(quiet).not.toBeChecked());
    expect(within(kinds).getByRole('checkbox', { name: 'Reminders' })).not.toBeChecked();
    expect(names).toBeChecked();
    expect(saved()).toEqual([
      { kind: { id: 'reminder', isWanted: false } },
      { quiet: { from: 22, to: 8 } },
      { quiet: { from: 22, to: 7 } },
      { quiet: { from: 21, to: 7 } },
      { showNames: true },
      { quiet: null },
    ]);
  });

  it('settings that do not load - show an error, and load after a retry', async () => {
    let isDown = true;
    const body = { choices: CHOICES, publicKey: 'BA', browsers: 1 };
    show('on', {
      api: {
        'GET /alerts': () =>
          isDown ? { status: 503, body: { code: 'unavailable', detail: 'x' } } : { body },
      },
    });
    const again = await screen.findByRole('button', { name: 'Try Again' });
    isDown = false;
    await userEvent.click(again);
    expect(await screen.findByRole('group', { name: 'Alert me of' })).toBeVisible();
  });
});
