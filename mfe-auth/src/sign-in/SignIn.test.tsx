import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuthActions, AuthResult, Platform } from '@flint/remote-kit';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { SignIn } from './SignIn';

const OK: AuthResult = { ok: true };
const email = 'ann@campus.edu';

function stage(auth: Partial<AuthActions> = {}, rest: Partial<Platform> = {}) {
  const requestCode = jest.fn(auth.requestCode ?? (async () => OK));
  const verifyCode = jest.fn(auth.verifyCode ?? (async () => OK));
  const base = fakePlatform();
  const platform = fakePlatform({
    session: { status: 'signedOut' },
    auth: { ...base.auth, ...auth, requestCode, verifyCode },
    ...rest,
  });
  const view = renderScreen(<SignIn />, { platform });
  const user = userEvent.setup();
  return { ...view, user, requestCode, verifyCode };
}

const emailField = () => screen.getByLabelText('University email');
const codeField = () => screen.getByLabelText<HTMLInputElement>('Code');
const send = () => screen.getByRole('button', { name: 'Send code' });
const resend = () => screen.getByRole('button', { name: /^Resend code/ });

async function toCode(staged: ReturnType<typeof stage>, address = email) {
  await staged.user.type(emailField(), address);
  await staged.user.click(send());
  await screen.findByLabelText('Code');
}

afterEach(() => {
  sessionStorage.clear();
  jest.useRealTimers();
});

describe('the email step', () => {
  it('at first - names the host in its hint and asks for an address', () => {
    stage();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in to Flint');
    expect(screen.getByText('Must be a campus.edu email address')).toBeInTheDocument();
    expect(emailField()).toHaveAttribute('autocomplete', 'email');
  });

  it('a link that did not sign in - shows why in the red box - until the address is changed', async () => {
    const message = 'This link did not sign you in: it is too old or was used. Ask for a code.';
    const { user } = stage({ arrival: async () => ({ ok: false, message }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await user.type(emailField(), 'a');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('an address of a subdomain - where the operator allows them - is accepted', async () => {
    const { config } = fakePlatform();
    const staged = stage({}, { config: { ...config, universityEmailSubdomains: true } });
    await toCode(staged, 'ann@cs.campus.edu');
    expect(staged.requestCode).toHaveBeenCalledWith('ann@cs.campus.edu');
  });

  it('an address with blanks and capitals - is sent without them - and opens the code step', async () => {
    const staged = stage();
    await toCode(staged, ' Ann@Campus.edu ');
    expect(staged.requestCode).toHaveBeenCalledWith(email);
    expect(screen.getByText(email)).toBeInTheDocument();
  });

  it('a mailbox that has a code already - offers to enter it, with the wait the server named', async () => {
    const message = 'For security purposes, you can only request this after 42 seconds.';
    const refused = {
      ok: false,
      message,
      code: 'over_email_send_rate_limit',
      retryAfterSeconds: 42,
    } as const;
    const { user } = stage({ requestCode: async () => refused });
    await user.type(emailField(), email);
    await user.click(send());
    await user.click(await screen.findByRole('button', { name: 'Enter the code from your last email' }));
    expect(codeField()).toHaveFocus();
    expect(resend()).toHaveTextContent(/in 0:4[12]/);
  });

  it('two clicks - before the answer - send one request and show that it runs', async () => {
    let answer: (result: AuthResult) => void = () => undefined;
    const { user, requestCode } = stage({ requestCode: () => new Promise((resolve) => (answer = resolve)) });
    await user.type(emailField(), `${email}{Enter}{Enter}`);
    expect(screen.getByRole('button', { name: 'Sending code…' })).toHaveAttribute('aria-disabled', 'true');
    await act(async () => answer(OK));
    expect(requestCode).toHaveBeenCalledTimes(1);
  });

  it('no answer - for 20 seconds - ends the wait with the network error', async () => {
    jest.useFakeTimers();
    stage({ requestCode: () => new Promise(() => undefined) });
    fireEvent.change(emailField(), { target: { value: email } });
    await act(async () => fireEvent.click(send()));
    await act(async () => jest.advanceTimersByTime(20_000));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Network error. Please check your connection and try again.',
    );
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
    await staged.user.keyboard('2');
    expect(codeField()).toHaveValue('2');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the right code - keeps the screen busy until the shell removes it', async () => {
    const staged = stage();
    await toCode(staged);
    await staged.user.type(codeField(), '123456');
    expect(await screen.findByRole('button', { name: 'Signing in…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it.each([
    [42, 'in 0:42'],
    [undefined, 'Resend code'],
  ])('a refused resend, to be tried in %p s - waits so long', async (retryAfterSeconds, text) => {
    jest.useFakeTimers();
    const refused = { ok: false, message: 'Too many.', retryAfterSeconds } as AuthResult;
    const answers: AuthResult[] = [{ ok: true }, refused];
    stage({ requestCode: async () => answers.shift()! });
    fireEvent.change(emailField(), { target: { value: email } });
    await act(async () => fireEvent.click(send()));
    await act(async () => jest.advanceTimersByTime(60_000));
    await act(async () => fireEvent.click(resend()));
    expect(resend()).toHaveTextContent(text);
  });

  it('the form of the code - is sent by the page itself, and a right code is not asked for again after a reload', async () => {
    const staged = stage();
    await toCode(staged);
    const kept = () => sessionStorage.getItem('flint:pending-code');
    expect(kept()).not.toBeNull();
    fireEvent.change(codeField(), { target: { value: '12345' } });
    // true: the browser would load the page again
    expect(fireEvent.submit(codeField().form!)).toBe(false);
    await staged.user.type(codeField(), '6');
    await waitFor(() => expect(staged.verifyCode).toHaveBeenCalledWith(email, '123456'));
    await waitFor(() => expect(kept()).toBeNull());
  });

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
    await act(async () => fireEvent.click(resend()));
    expect(requestCode).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('status')).toHaveTextContent(`We sent a new code to ${email}`);
    expect(resend()).toHaveTextContent('in 1:00');
  });
});
