import { isEmailAddress, mailboxOf, universityEmail } from '@flint/contracts';
import type { Context } from 'koa';
import { json } from './answer';
import { readBody, textOf } from './body';
import { mailCode } from './otp';
import { Refusal, validationFailed } from './refusal';
import type { SignIn } from './sign-in';

const TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/**
 * POST /resend: mails a code for an unverified account, as GoTrue. Other mailboxes get the same response within the same limits, and no
 * mail. A student who signed in before uses POST /otp.
 */
export async function resend(ctx: Context, signIn: SignIn): Promise<void> {
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
  const address = mailboxOf(wanted, signIn.emailRule);
  const mayMail = await signIn.accounts.isUnproven(address);
  await mailCode(ctx, signIn, { address, hasAccount: false, mayMail });
}
