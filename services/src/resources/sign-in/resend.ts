import { isEmailAddress, mailboxOf, universityEmail } from '@flint/contracts';
import type { Context } from 'koa';
import { json } from './answer';
import { readBody, textOf } from './body';
import { limitAddress } from './limits';
import { mailCode } from './otp';
import { Refusal, validationFailed } from './refusal';
import type { SignIn } from './sign-in';

const TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/**
 * POST /resend: a code for an account that nobody has proven yet, as GoTrue. Every other mailbox is answered alike, within the same limits,
 * and mailed nothing; of other hosts nothing is ever pending. Who signed in before asks POST /otp.
 */
export async function resend(ctx: Context, signIn: SignIn): Promise<void> {
  await limitAddress(ctx, signIn);
  const body = await readBody(ctx);
  const [type, email, phone] = [textOf(body, 'type'), textOf(body, 'email'), textOf(body, 'phone')];
  if (!TYPES.includes(type)) throw validationFailed(`Missing one of these types: ${TYPES.join(', ')}`);
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided');
  }
  if (phone) throw new Refusal(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (!isEmailAddress(email)) throw validationFailed('Unable to validate email address: invalid format');
  const wanted = type === 'signup' ? universityEmail(email, signIn.emailRule) : null;
  if (wanted === null) return json(ctx, {});
  const address = mailboxOf(wanted);
  const mayMail = await signIn.accounts.isUnproven(address);
  await mailCode(ctx, signIn, { address, hasAccount: false, mayMail });
}
