import type { AuthActions, AuthResult, Platform } from '@flint/remote-kit';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignIn } from '../sign-in/SignIn';

export const OK: AuthResult = { ok: true };
export const email = 'ann@campus.edu';

/** The sign-in screen for somebody signed out. */
export function stage(auth: Partial<AuthActions> = {}, rest: Partial<Platform> = {}) {
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

export const emailField = () => screen.getByLabelText('University email');
export const codeField = () => screen.getByLabelText<HTMLInputElement>('Code');
export const send = () => screen.getByRole('button', { name: 'Send code' });
export const resend = () => screen.getByRole('button', { name: /^Resend code/ });

/** Goes on to the code step. */
export async function toCode(staged: ReturnType<typeof stage>, address = email) {
  await staged.user.type(emailField(), address);
  await staged.user.click(send());
  await screen.findByLabelText('Code');
}
