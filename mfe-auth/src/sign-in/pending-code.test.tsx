import type { AuthResult } from '@flint/remote-kit';
import { secondsLeft } from '@flint/ui/seconds-left';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { codeField, email, emailField, OK, resend, send, stage, toCode } from '../testing/stage';
import { readPendingCode, storePendingCode } from './pending-code';

const MINUTE_MS = 60_000;

describe('a code that is awaited', () => {
  afterEach(() => jest.useRealTimers());

  it.each([
    ['half a minute passed', MINUTE_MS / 2, 30],
    ['a minute passed', MINUTE_MS, 0],
    ['the clock was a minute ahead and was set right', -MINUTE_MS, 0],
    ['the clock was a day ahead and was set right', -1_440 * MINUTE_MS, 0],
  ])('%s - can be asked for again after the seconds that are left', (_case, ms, seconds) => {
    jest.useFakeTimers();
    storePendingCode({ email: 'ann@campus.edu', wait: { since: Date.now(), seconds: 60 } });
    jest.setSystemTime(Date.now() + ms);
    expect(secondsLeft(readPendingCode()!.wait)).toBe(seconds);
  });

  it('ten minutes passed - is not awaited any more', () => {
    jest.useFakeTimers();
    storePendingCode({ email: 'ann@campus.edu', wait: { since: Date.now(), seconds: 60 } });
    jest.setSystemTime(Date.now() + 10 * MINUTE_MS - 1);
    expect(readPendingCode()).not.toBeNull();
    jest.setSystemTime(Date.now() + 1);
    expect(readPendingCode()).toBeNull();
  });

  it.each(['{', 'null', '{"email":"ann@campus.edu","resendAt":1}'])('stored %s - is no code', (text) => {
    sessionStorage.setItem('flint:pending-code', text);
    expect(readPendingCode()).toBeNull();
  });

  it.each<[AuthResult]>([[OK], [{ ok: false, message: 'Too soon.', code: 'over_email_send_rate_limit' }]])(
    'an address changed while a code is being sent again - is free at once, and the late answer %j changes nothing',
    async (late) => {
      jest.useFakeTimers();
      let answer: (result: AuthResult) => void = () => undefined;
      const answers = [async () => OK, () => new Promise<AuthResult>((resolve) => (answer = resolve))];
      stage({ requestCode: async () => answers.shift()!() });
      fireEvent.change(emailField(), { target: { value: email } });
      await act(async () => fireEvent.click(send()));
      await act(async () => jest.advanceTimersByTime(60_000));
      await act(async () => fireEvent.click(resend()));
      expect(screen.getByRole('button', { name: 'Sending code…' })).toBeVisible();
      fireEvent.click(screen.getByRole('button', { name: 'Use different email' }));
      fireEvent.change(emailField(), { target: { value: 'ben@campus.edu' } });
      expect(send()).toBeEnabled();
      await act(async () => answer(late));
      expect(emailField()).toHaveValue('ben@campus.edu');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(sessionStorage.getItem('flint:pending-code')).toBeNull();
    },
  );

  it('offline - cannot be asked for again', () => {
    storePendingCode({ email: 'ann@campus.edu', wait: { since: Date.now(), seconds: 0 } });
    stage({}, { online: false });
    expect(resend()).toBeDisabled();
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
});
