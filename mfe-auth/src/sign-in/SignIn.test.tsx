import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AuthResult, PlatformProvider } from '@flint/remote-kit';
import { fakePlatform } from '@flint/remote-kit/testing';
import { addTexts, type Language } from '@flint/texts';
import { codeField, email, emailField, OK, resend, send, stage, toCode } from '../testing/stage';
import { fr } from '../texts/fr';
import { SignIn } from './SignIn';

const TOO_SOON = { ok: false, message: 'Too soon.', code: 'over_email_send_rate_limit' } as const;
const WITH_TAGS = { config: { ...fakePlatform().config, universityEmailPlusTags: true } };
const page = globalThis as unknown as { readonly flintTexts: { language: Language } };

afterEach(() => {
  history.replaceState(null, '');
  page.flintTexts.language = 'en';
  jest.useRealTimers();
});

describe('the email step', () => {
  it('at first - names the host in its hint and asks for an address', () => {
    stage();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in to Flint');
    expect(screen.getByText('Must be a campus.edu email address')).toBeInTheDocument();
    expect(emailField()).toHaveAttribute('autocomplete', 'email');
    expect(emailField()).toHaveAttribute('type', 'email');
    expect(emailField()).toHaveAttribute('placeholder', 'you@campus.edu');
  });

  it('a link that did not sign in - shows why in the red box - until the address is changed', async () => {
    const message = 'This link did not sign you in: it is too old or was used. Ask for a code.';
    const { user } = stage({ arrival: async () => ({ ok: false, message }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await user.type(emailField(), 'a');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('an address of a subdomain - where the operator allows them - is accepted', async () => {
    const staged = stage({}, { config: { ...fakePlatform().config, universityEmailSubdomains: true } });
    await toCode(staged, 'ann@cs.campus.edu');
    expect(staged.requestCode).toHaveBeenCalledWith('ann@cs.campus.edu');
  });

  // a hosted project would make an account for the tag
  it('an address with blanks, capitals and a tag that is allowed - is sent without them - and opens the code step', async () => {
    const staged = stage({}, WITH_TAGS);
    await toCode(staged, ' Ann+x@Campus.edu ');
    expect(staged.requestCode).toHaveBeenCalledWith(email);
    expect(screen.getByText(email).parentElement).toHaveTextContent('We sent a 6-digit code to ann@');
  });

  it('a refusal that has a translation - is shown in the page’s language', async () => {
    page.flintTexts.language = 'fr';
    addTexts({ 'Refused.': 'Refusé.' });
    const { user } = stage({ requestCode: async () => ({ ok: false, message: 'Refused.' }) });
    await user.type(screen.getByRole('textbox'), `${email}{Enter}`);
    expect(await screen.findByText('Refusé.')).toBeVisible();
  });

  it('a mailbox that has a code already - offers to enter it, with the wait the server named', async () => {
    const { user } = stage({ requestCode: async () => ({ ...TOO_SOON, retryAfterSeconds: 42 }) }, WITH_TAGS);
    await user.type(emailField(), ' Ann+x@Campus.edu ');
    await user.click(send());
    const enter = await screen.findByRole('button', { name: 'Enter the code from your last email' });
    expect(emailField()).toHaveFocus();
    await user.click(enter);
    expect(screen.getByText(email)).toBeVisible();
    expect(codeField()).toHaveFocus();
    expect(resend()).toHaveTextContent(/in 0:4[12]/);
  });

  it.each([
    [1, 'You can ask for another code in 1 second.', 'Vous pourrez demander un autre code dans 1 seconde.'],
    [42, 'wait 42', 'Vous pourrez demander un autre code dans 42 secondes.'],
  ])('a wait of %s s that the server named - is in the page’s language', async (seconds, english, french) => {
    addTexts(fr);
    for (const [language, text] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      page.flintTexts.language = language;
      const requestCode = async () => ({ ...TOO_SOON, message: english, retryAfterSeconds: seconds });
      const { user, unmount } = stage({ requestCode });
      await user.type(screen.getByRole('textbox'), `${email}{Enter}`);
      expect(await screen.findByText(text)).toBeVisible();
      unmount();
    }
  });

  it('the offer to enter an earlier code - ends when the address is changed, and when one of another host is tried', async () => {
    const { user } = stage({ requestCode: async () => TOO_SOON });
    const offer = () => screen.queryByRole('button', { name: /^Enter the code/ });
    await user.type(emailField(), `${email}{Enter}`);
    expect(await screen.findByText('Wait a little before you ask again.', { exact: false })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Wait a little.* ?Too soon\.$/);
    expect(offer()).toBeVisible();
    await user.type(emailField(), 'x');
    expect(offer()).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please use your campus.edu email address');
    expect(screen.queryByText('Wait a little', { exact: false })).toBeNull();
  });

  it('two clicks - before the answer - send one request and show that it runs', async () => {
    let answer: (result: AuthResult) => void = () => undefined;
    const { user, requestCode } = stage({ requestCode: () => new Promise((resolve) => (answer = resolve)) });
    await user.type(emailField(), `${email}{Enter}{Enter}`);
    expect(screen.getByRole('button', { name: 'Sending code…' })).toHaveAttribute('aria-disabled', 'true');
    expect(emailField()).toHaveAttribute('readonly');
    await act(async () => answer(OK));
    expect(requestCode).toHaveBeenCalledTimes(1);
  });

  it('no answer - for 20 seconds - ends the wait with the network error', async () => {
    jest.useFakeTimers();
    stage({ requestCode: () => new Promise(() => undefined) });
    fireEvent.change(emailField(), { target: { value: email } });
    await act(async () => fireEvent.click(send()));
    await act(async () => jest.advanceTimersByTime(19_999));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => jest.advanceTimersByTime(1));
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Network error. Please check your connection and try again.');
    expect(send()).toBeEnabled();
  });
});

describe('the code step', () => {
  it('its field - is made for a mailed code - and has the focus', async () => {
    const staged = stage();
    await toCode(staged);
    expect(codeField()).toHaveFocus();
    expect(codeField()).toHaveAttribute('placeholder', '000000');
    expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(codeField()).toHaveAttribute('inputmode', 'numeric');
  });

  it.each(['123456', '123 456', '123-456', ' 123456\n', 'Your Flint code is 123456', '123456789'])(
    'pasting %p - fills the field with six digits - and submits them once',
    async (text) => {
      const staged = stage();
      await toCode(staged);
      await staged.user.click(codeField());
      await staged.user.paste(text);
      expect(codeField()).toHaveValue('123456');
      expect(staged.verifyCode.mock.calls).toEqual([[email, '123456']]);
    },
  );

  it('a phone that unloads the page while its student reads the mail - returns to the step', async () => {
    const staged = stage();
    await toCode(staged);
    staged.unmount();
    stage();
    expect(codeField()).toBeInTheDocument();
    expect(screen.getByText(email)).toBeInTheDocument();
  });

  it('a wrong code - shows the message, keeps the step and selects the digits', async () => {
    const message = 'Token has expired or is invalid';
    const staged = stage({ verifyCode: async () => ({ ok: false, message }) });
    await toCode(staged);
    await staged.user.type(codeField(), '111111');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect([codeField().selectionStart, codeField().selectionEnd]).toEqual([0, 6]);
    // a reload still leads to this step
    expect(sessionStorage.getItem('flint:pending-code')).not.toBeNull();
    // a seventh digit is no other code
    fireEvent.change(codeField(), { target: { value: '1111112' } });
    expect(staged.verifyCode).toHaveBeenCalledTimes(1);
    codeField().select();
    await staged.user.keyboard('2');
    expect(codeField()).toHaveValue('2');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [
      'Use different email',
      () => fireEvent.click(screen.getByRole('button', { name: 'Use different email' })),
    ],
    ['Back', () => fireEvent(window, new PopStateEvent('popstate'))],
  ])(
    '%s - after a refused code - leads to the address, with nothing of the code (spec 4)',
    async (_, leave) => {
      const staged = stage({ verifyCode: async () => ({ ok: false, message: 'Refused.' }) });
      const before = history.length;
      await toCode(staged);
      expect([history.length - before, history.state]).toEqual([1, { flintCode: true }]);
      await staged.user.type(codeField(), '111111');
      expect(await screen.findByRole('alert')).toHaveTextContent('Refused.');
      leave();
      expect(emailField()).toHaveValue(email);
      expect(screen.queryByRole('alert')).toBeNull();
      expect(sessionStorage).toHaveLength(0);
      await staged.user.click(send());
      expect(await screen.findByLabelText('Code')).toHaveValue('');
      expect(history.length - before).toBe(1);
    },
  );

  it('without a connection - sends nothing, and six digits once it is back', async () => {
    const verifyCode = jest.fn(async () => OK);
    const requestCode = jest.fn(async () => OK);
    const base = fakePlatform();
    const shown = (online: boolean) => (
      <PlatformProvider value={{ ...base, online, auth: { ...base.auth, verifyCode, requestCode } }}>
        <SignIn />
      </PlatformProvider>
    );
    const { rerender } = render(shown(false));
    fireEvent.change(emailField(), { target: { value: email } });
    fireEvent.submit(emailField());
    expect(send()).toBeDisabled();
    expect(requestCode).not.toHaveBeenCalled();
    rerender(shown(true));
    await act(async () => fireEvent.submit(emailField()));
    rerender(shown(false));
    expect(screen.getByText(/^You are offline\./)).toBeVisible();
    fireEvent.change(codeField(), { target: { value: '123456' } });
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    expect(verifyCode).not.toHaveBeenCalled();
    await act(async () => rerender(shown(true)));
    expect(screen.queryByText(/^You are offline\./)).toBeNull();
    expect(verifyCode.mock.calls).toEqual([[email, '123456']]);
  });

  it('the right code - keeps the screen busy until the shell removes it, and nothing else can be pressed or typed', async () => {
    let accept: (result: AuthResult) => void = () => undefined;
    const verifyCode = () => new Promise<AuthResult>((resolve) => (accept = resolve));
    const { user } = stage({ requestCode: async () => TOO_SOON, verifyCode });
    await user.type(emailField(), `${email}{Enter}`);
    await user.click(await screen.findByRole('button', { name: 'Enter the code from your last email' }));
    expect(resend()).toBeEnabled();
    await user.type(codeField(), '123456');
    // a browser that fills in a code does not ask
    fireEvent.change(codeField(), { target: { value: '12345' } });
    expect(codeField()).toHaveValue('123456');
    await act(async () => accept(OK));
    expect(await screen.findByRole('button', { name: 'Signing in…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(codeField()).toHaveAttribute('readonly');
    for (const name of ['Resend code', 'Use different email'])
      expect(screen.getByRole('button', { name })).toBeDisabled();
  });

  it.each([
    [42, 'in 0:42', '123456'],
    [undefined, 'Resend code', '123'],
  ])(
    'a refused resend, to be tried in %p s - says %p; %p, typed meanwhile, stays and is submitted if complete',
    async (retryAfterSeconds, text, digits) => {
      jest.useFakeTimers();
      const refused = { ok: false, message: 'Too many.', retryAfterSeconds } as AuthResult;
      const answers: AuthResult[] = [{ ok: true }, refused];
      const { verifyCode } = stage({ requestCode: async () => answers.shift()! });
      fireEvent.change(emailField(), { target: { value: email } });
      await act(async () => fireEvent.click(send()));
      await act(async () => jest.advanceTimersByTime(60_000));
      fireEvent.click(resend());
      fireEvent.change(codeField(), { target: { value: digits } });
      expect(verifyCode).not.toHaveBeenCalled();
      await act(async () => undefined);
      expect(codeField()).toHaveValue(digits);
      expect(codeField().selectionStart).toBe(digits.length);
      expect(verifyCode.mock.calls).toEqual(digits === '123' ? [] : [[email, digits]]);
      expect(resend()).toHaveTextContent(text);
    },
  );

  it('resend - counts down a minute on screen - then sends again and restarts the count', async () => {
    jest.useFakeTimers();
    const { requestCode } = stage();
    fireEvent.change(emailField(), { target: { value: email } });
    await act(async () => fireEvent.click(send()));
    expect(resend()).toBeDisabled();
    expect(resend()).toHaveTextContent('in 1:00');
    await act(async () => jest.advanceTimersByTime(18_000));
    expect(resend()).toHaveTextContent('in 0:42');
    await act(async () => jest.advanceTimersByTime(41_000));
    expect(resend()).toBeDisabled();
    expect(resend()).toHaveTextContent('in 0:01');
    await act(async () => jest.advanceTimersByTime(1000));
    expect(resend()).toBeEnabled();
    expect(resend()).toHaveTextContent(/^Resend code$/);
    fireEvent.change(codeField(), { target: { value: '1234' } });
    resend().focus();
    await act(async () => fireEvent.click(resend()));
    expect(codeField()).toHaveFocus();
    expect(codeField()).toHaveValue('');
    expect(requestCode).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('status')).toHaveTextContent(`We sent a new code to ${email}`);
    expect(resend()).toHaveTextContent('in 1:00');
    fireEvent.click(screen.getByRole('button', { name: 'Use different email' }));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
