import type { AuthResult } from '@flint/remote-kit';
import { fakePlatform, renderScreen, type FakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { addTexts, type Language } from '@flint/texts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fr } from '../texts/fr';
import { AccountRows } from './AccountRows';

const refusal = { status: 403, body: { code: 'proof_needed', detail: 'x' } };
const show = (api: FakeRoutes, platform?: FakePlatform) =>
  renderScreen(<AccountRows />, { api: api, ...(platform && { platform }) });

const session = (id: string, more: object) => ({
  id: `${id.repeat(8)}-1111-4111-8111-111111111111`,
  browser: 'Firefox',
  system: 'Linux',
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: '2026-11-21T10:00:00Z',
  isThis: false,
  ...more,
});
const OWN = session('a', { isThis: true });
const PHONE = session('b', { browser: 'Safari', system: 'iPhone' });
const listed = (items: object[], isComplete = true) => ({ body: { items, nextCursor: null, isComplete } });
const open = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Where you are signed in' }));

describe('where you are signed in', () => {
  it('two devices - are listed with browser and times, this one is marked, and the other session can be ended', async () => {
    let items = [OWN, PHONE];
    const { platform } = show({
      'GET /account/sessions': () => listed(items),
      [`DELETE /account/sessions/${PHONE.id}`]: () => {
        items = [OWN];
        return { status: 204 };
      },
    });
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Where you are signed in' });
    const [own, phone] = await within(dialog).findAllByRole('listitem');
    expect(own).toHaveTextContent(/Firefox on Linux.*This device$/);
    expect(within(own!).queryByRole('button')).not.toBeInTheDocument();
    expect(phone).toHaveTextContent(
      /Safari on iPhone.*Since Nov 20, 2026, 6:30.AM\. Last used Nov 21, 2026, 6:30.AM/,
    );
    await userEvent.click(within(phone!).getByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await within(dialog).findByText('You are signed in nowhere else.')).toBeVisible();
    expect(platform.notices[0]?.text).toBe('Safari on iPhone is signed out.');
  });

  it.each([
    ['all others', listed([OWN, PHONE]), /^You do not know one of them\?/],
    ['those that the server cannot list', listed([OWN], false), /^Your other devices cannot be shown/],
  ])('%s - are ended by one button', async (_case, sessions, hint) => {
    const { api, platform } = show({
      'GET /account/sessions': sessions,
      'DELETE /account/sessions': { status: 204 },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(screen.getByText(hint)).toBeVisible();
    await waitFor(() => expect(platform.notices[0]?.text).toBe('You are signed out everywhere else.'));
    expect(api.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/account/sessions',
    ]);
  });

  it('while they load, and when they cannot be loaded - show a notice and a retry button', async () => {
    let fails = true;
    show({
      'GET /account/sessions': () => (fails ? { status: 400, body: {} } : listed([OWN])),
    });
    await open();
    expect(await screen.findByText('Your devices could not be loaded')).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  it('a device without a known browser - is listed as unknown', async () => {
    const unknown = session('c', { browser: null, system: null });
    show({ 'GET /account/sessions': listed([OWN, unknown]) });
    await open();
    expect(await screen.findByRole('button', { name: 'Sign out An unknown device' })).toBeVisible();
  });

  it('this device, whose browser is not known - is named once, and never called unknown', async () => {
    const own = session('a', { browser: null, system: null, isThis: true });
    show({ 'GET /account/sessions': listed([own]) });
    await open();
    expect(await screen.findAllByText('This device')).toHaveLength(1);
    expect(screen.queryByText('An unknown device')).toBeNull();
  });
});

describe('actions that need a recent code', () => {
  const page = globalThis as unknown as { readonly flintTexts: { language: Language } };
  afterEach(() => void (page.flintTexts.language = 'en'));
  const withCodes = (wrong = '000000') => {
    const platform = fakePlatform();
    const requestCode = jest.fn<Promise<AuthResult>, [string]>(async () => ({ ok: true }));
    const verifyCode = jest.fn(async (_email: string, code: string) =>
      code === wrong
        ? { ok: false as const, message: 'Token has expired or is invalid' }
        : { ok: true as const },
    );
    return fakePlatform({ auth: { ...platform.auth, requestCode, verifyCode } });
  };

  it('the export with photos - asks for a code, refuses a wrong one, and continues after the right one', async () => {
    const followed: (string | null)[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href'));
    });
    const platform = withCodes();
    let isProven = false;
    const { api } = show(
      {
        'POST /account/export-link': () =>
          isProven ? { status: 201, body: { url: '/file', expiresAt: '2026-11-21T10:00:00Z' } } : refusal,
      },
      platform,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Download my data and photos' }));
    const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
    expect(platform.auth.requestCode).toHaveBeenCalledTimes(1);
    expect(platform.auth.requestCode).toHaveBeenCalledWith('ann@campus.edu');
    expect(platform.notices).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Code'), '0a0 00 00{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Token has expired or is invalid');
    isProven = true;
    await userEvent.clear(within(dialog).getByLabelText('Code'));
    await userEvent.type(within(dialog).getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(followed).toEqual(['/file']));
    expect(api.calls.filter(({ path }) => path === '/account/export-link')).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('deletion - keeps the typed word, and deletes after the code', async () => {
    const platform = withCodes();
    let isProven = false;
    show({ 'DELETE /account': () => (isProven ? { status: 204 } : refusal) }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
    expect(screen.getByLabelText('Type DELETE to confirm')).toHaveValue('DELETE');
    isProven = true;
    await userEvent.type(within(dialog).getByLabelText('Code'), '123456{Enter}');
    await waitFor(() =>
      expect(platform.notices[0]?.text).toBe('Your account and everything in it was deleted.'),
    );
  });

  it('whose code cannot be sent - say why until it can; cancelled, also while the code is checked, they do nothing', async () => {
    const platform = withCodes();
    jest.mocked(platform.auth.requestCode).mockResolvedValueOnce({ ok: false, message: 'Too many codes.' });
    const { api } = show({ 'GET /account/export': refusal }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
    const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Too many codes.');
    expect(within(dialog).queryByText(/^We sent a code/)).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resend code' }));
    await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull());
    expect(within(dialog).getByText(/^We sent a code/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: /^Resend code in (1:00|0:[1-5]\d)$/ })).toBeDisabled();
    expect(within(dialog).getByLabelText('Code')).toHaveFocus();
    let answer: () => void;
    const checked = new Promise<AuthResult>((resolve) => (answer = () => resolve({ ok: true })));
    jest.mocked(platform.auth.verifyCode).mockReturnValueOnce(checked);
    await userEvent.type(within(dialog).getByLabelText('Code'), '123456{Enter}');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await act(async () => answer());
    expect(api.calls.filter(({ path }) => path === '/account/export')).toHaveLength(1);
  });

  it('whose last code was mailed a moment ago - say in the page’s language when another one can be', async () => {
    addTexts(fr);
    page.flintTexts.language = 'fr';
    const platform = withCodes();
    const message = 'For security purposes, you can only request this after 41 seconds.';
    const tooSoon = { ok: false, message, retryAfterSeconds: 41 } as const;
    jest.mocked(platform.auth.requestCode).mockResolvedValueOnce(tooSoon);
    show({ 'GET /account/export': refusal }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Télécharger mes données' }));
    const dialog = await screen.findByRole('dialog', { name: /^Est-ce bien vous/ });
    const resend = await within(dialog).findByRole('button', {
      name: /^Renvoyer le code dans 0:(4[01]|3\d)$/,
    });
    expect(resend).toBeDisabled();
    expect(within(dialog).getByText(/^Un code a été envoyé à/)).toBeVisible();
    expect(within(dialog).queryByRole('alert')).toBeNull();
    const before = resend.textContent;
    await waitFor(() => expect(resend.textContent).not.toBe(before));
    expect(resend).toHaveTextContent(/dans 0:(40|[0-3]\d)$/);
  });
});
