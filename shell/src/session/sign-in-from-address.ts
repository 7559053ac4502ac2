import type { AuthResult } from '@flint/remote-kit';
import { t } from '@flint/texts';
import type { AuthPort } from './auth-port';

/** Signs in with the tokens of the address, which are forgotten. */
export async function signInFromAddress(auth: () => Promise<AuthPort>): Promise<AuthResult | null> {
  const callback = window.flintBoot?.callback;
  if (!callback) return null;
  delete window.flintBoot!.callback;
  const refused = {
    ok: false,
    message: t('This link did not sign you in: it is too old or was used. Ask for a code.'),
  } as const;
  if (callback === 'refused') return refused;
  try {
    const { error } = await (await auth()).setSession(callback);
    return error ? refused : { ok: true };
  } catch {
    return refused;
  }
}
