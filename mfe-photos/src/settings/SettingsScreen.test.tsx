import { PlatformProvider, usePlatform, type Navigation } from '@flint/remote-kit';
import { answerMedia, fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Root } from '../Root';

const NOTIFICATIONS = { section: 'notifications' };
const ACCOUNT = { section: 'account' };

function show(api: FakeRoutes = {}, params: Record<string, string> = {}, platform = fakePlatform()) {
  const location = { screen: 'profile' as const, params: { page: 'settings', ...params } };
  const view = renderScreen(<Root screen="profile" />, {
    api: {
      'GET /offers/mail': { body: { wanted: true } },
      'GET /alerts': {
        body: { choices: { kinds: [], quiet: null, showNames: false }, publicKey: 'BA', browsers: 0 },
      },
      'GET /calendar-feed': { body: { since: null } },
      ...api,
    },
    platform: { ...platform, navigation: { ...platform.navigation, location } },
  });
  return { ...view, platform };
}

let stopAnswering = () => undefined as void;
afterEach(() => stopAnswering());

beforeEach(() => document.documentElement.removeAttribute('data-theme'));

describe('the settings', () => {
  it('a chosen theme - applies at once and is stored; the device’s own theme removes it', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('flint-theme')).toBe('dark');
    cleanup();
    show();
    expect(await screen.findByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Auto' }));
    expect(document.documentElement.dataset['theme']).toBe('');
    expect(localStorage.getItem('flint-theme')).toBeNull();
  });

  it('a browser that can install - opens its prompt on one tap; an installed app shows that, a declined prompt does not', async () => {
    const install = jest.fn(async () => true).mockResolvedValueOnce(false);
    show({}, {}, { ...fakePlatform(), install });
    await userEvent.click(await screen.findByRole('button', { name: 'Install Flint' }));
    expect(install).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Install Flint' }));
    expect(await screen.findByText('Flint is installed on this device.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Install Flint' })).toBeNull();
  });

  it('the installed app - does not offer to be installed', async () => {
    stopAnswering = answerMedia((query) => query.includes('display-mode: standalone'));
    show();
    expect(await screen.findByText('Flint is installed on this device.')).toBeVisible();
  });

  it('a browser without a prompt - says on a tap where its menu has the entry', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Install Flint' }));
    expect(await screen.findByText(/Add to Home Screen/)).toBeVisible();
  });

  it('mail about offers - can be switched off', async () => {
    const { api } = show({ 'PUT /offers/mail': { body: { wanted: false } } }, NOTIFICATIONS);
    const mail = await screen.findByRole('switch', { name: /Email me about offers/ });
    await waitFor(() => expect(mail).not.toHaveAttribute('aria-disabled'));
    expect(mail).toHaveAttribute('aria-checked', 'true');
    await userEvent.click(mail);
    await waitFor(() =>
      expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ wanted: false }),
    );
  });

  it.each([
    ['a server that is down', 503, 'false', 0],
    ['a refusal', 422, 'true', 1],
  ])(
    'mail about offers - %s (%i) - shows %s, and a refusal is said once',
    async (_case, status, shown, said) => {
      const { api, platform } = show(
        { 'PUT /offers/mail': { status, body: { detail: 'No.' } } },
        NOTIFICATIONS,
      );
      const mail = await screen.findByRole('switch', { name: /Email me about offers/ });
      await waitFor(() => expect(mail).not.toHaveAttribute('aria-disabled'));
      await userEvent.click(mail);
      expect(mail).toHaveAttribute('aria-checked', 'false');
      await waitFor(() => expect(api.calls.some(({ method }) => method === 'PUT')).toBe(true));
      await waitFor(() => expect(mail).toHaveAttribute('aria-checked', shown));
      expect(platform.notices).toHaveLength(said);
    },
  );

  it('a calendar address - is created, shown once with a link for calendar apps, and ended', async () => {
    let since: string | null = null;
    const { api, platform } = show(
      {
        'GET /calendar-feed': () => ({ body: { since } }),
        'POST /calendar-feed': () => {
          since = '2026-11-22T12:00:00Z';
          return { status: 201, body: { url: 'https://flint.test/api/v1/calendars/secret.ics' } };
        },
        'DELETE /calendar-feed': () => {
          since = null;
          return { status: 204 };
        },
      },
      NOTIFICATIONS,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe in my calendar' }));
    expect(await screen.findByLabelText(/Your secret address/)).toHaveValue(
      'https://flint.test/api/v1/calendars/secret.ics',
    );
    expect(screen.getByRole('link', { name: 'Open in my calendar app' })).toHaveAttribute(
      'href',
      'webcal://flint.test/api/v1/calendars/secret.ics',
    );
    const writeText = jest.fn(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await userEvent.click(screen.getByRole('button', { name: 'Copy the address' }));
    expect(writeText.mock.calls).toEqual([['https://flint.test/api/v1/calendars/secret.ics']]);
    expect(platform.notices.at(-1)).toEqual({ text: 'The address was copied.', tone: 'success' });
    Reflect.deleteProperty(navigator, 'clipboard');
    await userEvent.click(await screen.findByRole('button', { name: 'End the address' }));
    await screen.findByRole('button', { name: 'Subscribe in my calendar' });
    expect(screen.queryByLabelText(/Your secret address/)).toBeNull();
    expect(platform.notices.at(-1)?.text).toBe('Your calendar gets no more dates from here.');
    expect(api.calls.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /calendar-feed');
  });

  it('a new calendar address while one is in use - shows since when, and asks for a code if the last is old', async () => {
    show(
      {
        'GET /calendar-feed': { body: { since: '2026-11-20T12:00:00Z' } },
        'POST /calendar-feed': { status: 403, body: { code: 'proof_needed', detail: 'x' } },
      },
      NOTIFICATIONS,
    );
    expect(await screen.findByText('In use since November 20, 2026.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Make a new address' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('shortcuts and the automatic next question - can be turned off for this device', async () => {
    show();
    await userEvent.click(await screen.findByRole('switch', { name: /One-key actions/ }));
    await userEvent.click(screen.getByRole('switch', { name: /Go to the next question/ }));
    expect({ ...localStorage }).toMatchObject({ 'flint-frame-single-keys': 'off', 'flint-go-on': 'off' });
    cleanup();
    show();
    for (const name of [/One-key actions/, /Go to the next question/])
      expect(await screen.findByRole('switch', { name })).not.toBeChecked();
    await userEvent.click(screen.getByRole('switch', { name: /One-key actions/ }));
    expect(localStorage.getItem('flint-frame-single-keys')).toBeNull();
  });

  it.each([
    ['a phone without keys', true, 0],
    ['a computer', false, 1],
  ])('one-key actions - on %s (touch only: %s) - are offered %i times', async (_device, matches, times) => {
    stopAnswering = answerMedia((query) => query === '(hover: none)' && matches);
    show();
    await screen.findByRole('switch', { name: /Go to the next question/ });
    expect(screen.queryAllByRole('switch', { name: /One-key actions/ })).toHaveLength(times);
  });

  it('in a wide window - only the chosen part lies beside the index, which marks it', async () => {
    stopAnswering = answerMedia(() => true);
    show({}, ACCOUNT);
    expect(await screen.findByRole('region', { name: 'Account' })).toBeVisible();
    expect(screen.getByText('ann@campus.edu')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'General' })).not.toHaveAttribute('aria-current');
    expect(screen.queryByRole('switch', { name: /Email me about offers/ })).toBeNull();
    for (const section of ['nothing', 'notifications']) {
      cleanup();
      show({}, { section });
      expect(await screen.findByRole('region', { name: 'This device' })).toBeVisible();
      expect(screen.getByRole('region', { name: 'Notifications' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'true');
    }
  });

  it('blocked people in a wide window - have the focus on their heading, and only the index leads back to the safety part', async () => {
    stopAnswering = answerMedia(() => true);
    const Pages = () => {
      const platform = usePlatform();
      const [params, goTo] = useState<Record<string, string>>({ page: 'settings', section: 'safety' });
      const navigation: Navigation = {
        ...platform.navigation,
        location: { screen: 'profile', params },
        goTo: (_, next) => goTo(next as Record<string, string>),
      };
      return (
        <PlatformProvider value={{ ...platform, navigation }}>
          <Root screen="profile" />
        </PlatformProvider>
      );
    };
    renderScreen(<Pages />, { api: { 'GET /blocks': { body: { items: [], nextCursor: null } } } });
    await userEvent.click(await screen.findByRole('link', { name: 'Blocked people' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Blocked people' })).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Safety', current: true }));
    expect(screen.getByRole('heading', { level: 2, name: 'Safety' })).toBeVisible();
  });

  it.each([
    ['all rows', {}, 'Settings', 'Profile'],
    ['one part', ACCOUNT, 'Account', 'Settings'],
    ['blocked people', { page: 'blocked' }, 'Blocked people', 'Safety'],
  ])('%s, opened - have the focus on their heading, and lead back', async (_page, params, name, back) => {
    show({}, params);
    expect(await screen.findByRole('heading', { level: 1, name })).toHaveFocus();
    expect(screen.getAllByRole('link')[0]).toHaveTextContent(back);
  });

  it('the rows - lead to their parts; help, privacy and terms are linked in the page’s language', async () => {
    show();
    await screen.findByRole('link', { name: 'Terms' });
    const links = [...document.querySelectorAll('a.f-item')];
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Notifications', '/profile?page=settings&section=notifications'],
      ['Safety', '/profile?page=settings&section=safety'],
      ['Account', '/profile?page=settings&section=account'],
      ['Help', '/help.html#en'],
      ['Privacy', '/privacy.html#en'],
      ['Terms', '/terms.html#en'],
    ]);
  });

  it('the export - is saved as a JSON file', async () => {
    const saved: { name?: string; size: number; type: string }[] = [];
    URL.createObjectURL = (blob) => {
      saved.push({ size: (blob as Blob).size, type: (blob as Blob).type });
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      Object.assign(saved.at(-1)!, { name: this.download });
    });
    const { platform } = show(
      {
        'GET /account/export': { body: { exportedAt: '2026-11-21T00:00:00Z', data: { profile: { a: 1 } } } },
      },
      ACCOUNT,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect(saved).toEqual([
      { name: 'flint-my-data-2026-11-21.json', type: 'application/json', size: expect.any(Number) },
    ]);
    expect(saved[0]!.size).toBeGreaterThan(40);
    const text = 'Your data was saved as a file.';
    await waitFor(() => expect(platform.notices).toEqual([{ text, tone: 'success' }]));
  });
});
