import { EMAIL_MAX, isEmailAddress, mailboxOf, universityEmail } from '@flint/contracts';
import type { Context } from 'koa';
import { languageOf } from '../../http/language';
import { chargeAddress, refundAddress } from '../../http/shared-address';
import { mailer } from '../../infra/mailer';
import { textsIn } from '../../texts/index';
import { json } from './answer';
import { flagOf, metadataOf, readBody, textOf } from './body';
import { buildCodeMail } from './code-mail';
import { newCode } from './codes';
import { nameDevice } from './device';
import { codeRequests, refundMail, refuseWithoutMails, spendMail } from './limits';
import { Refusal, validationFailed } from './refusal';
import type { SignIn } from './sign-in';

/** The mailbox for a code, without a tag: one mailbox is one account. Throws in GoTrue's words. */
function checkAddress(email: string, { emailRule }: SignIn): string {
  if (email.length > EMAIL_MAX) throw validationFailed('An email address is too long');
  if (!isEmailAddress(email)) throw validationFailed('Unable to validate email address: invalid format');
  const address = universityEmail(email, emailRule);
  if (address) return mailboxOf(address, emailRule);
  throw new Refusal(
    400,
    'email_address_not_authorized',
    `Email address "${email.toLowerCase()}" cannot be used as it is not authorized`,
  );
}

function checkChallenge(challenge: string, method: string): void {
  if (!challenge !== !method) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  // RFC 7636, as GoTrue
  if (challenge && (challenge.length < 43 || challenge.length > 128)) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
}

/**
 * POST /otp: mails a code to a university address. Response and response time do not reveal whether the address has an account: the mail and
 * the unverified account follow after the response.
 */
export async function requestCode(ctx: Context, signIn: SignIn): Promise<void> {
  const { accounts, emailRule, deps } = signIn;
  const body = await readBody(ctx);
  const email = textOf(body, 'email');
  const phone = textOf(body, 'phone');
  const channel = textOf(body, 'channel');
  const createUser = flagOf(body, 'create_user', true);
  // validated like GoTrue, but only this flag is stored, which a right code proves anyway: the requester may not own the mailbox
  const { domain_verified: isVerified } = metadataOf(body);
  const data = isVerified === true ? { domain_verified: true } : {};
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided');
  }
  if (email && channel) throw validationFailed('Channel should only be specified with Phone OTP');
  checkChallenge(textOf(body, 'code_challenge'), textOf(body, 'code_challenge_method'));

  const wanted = universityEmail(email, emailRule);
  const hasAccount = wanted !== null && (await accounts.exists(mailboxOf(wanted, emailRule)));
  const mayMail = createUser || hasAccount;
  if (!mayMail && deps.env.AUTH_REVEAL_ACCOUNTS) {
    throw new Refusal(422, 'otp_disabled', 'Signups not allowed for otp');
  }
  if (phone) throw new Refusal(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (!email) throw validationFailed('One of email or phone must be set');
  const address = checkAddress(email, signIn);
  await mailCode(ctx, signIn, { address, hasAccount, mayMail, data });
  // not awaited, like the mail: its duration reveals whether the address has an account
  if (createUser) {
    accounts
      .open(address)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'account not made before its first code'));
  }
}

interface Wanted {
  readonly address: string;
  readonly hasAccount: boolean;
  /** Whether to send a mail; everything else, including the response, is the same. */
  readonly mayMail: boolean;
  readonly data?: Record<string, unknown>;
}

/**
 * Creates a code for a university mailbox and mails it. Throws 429 beyond the limits of the mailbox, and with a challenge beyond that of the
 * client address. A browser that signed in to the mailbox before has no limit of its address, and is refused when the hour's mails are used up;
 * others get the usual answer then, and no mail.
 */
export async function mailCode(
  ctx: Context,
  signIn: SignIn,
  { address, hasAccount, mayMail, data = {} }: Wanted,
): Promise<void> {
  const { codes, deps } = signIn;
  const device = nameDevice(ctx, deps);
  const counted = await codes.shareOf(address, device);
  const asking = { hasAccount, isKnown: counted.isKnown };
  // before anything is counted, so that nobody waits longer
  if (counted.isKnown) await refuseWithoutMails(signIn);
  const limit = counted.isKnown ? null : codeRequests(signIn);
  if (limit) await chargeAddress(ctx, deps, limit);
  const uncharge = async () => void (limit && (await refundAddress(ctx, deps, limit)));
  const reservation = await codes.reserve(address, counted);
  if (!reservation.granted) {
    const { waitSeconds } = reservation;
    throw new Refusal(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${waitSeconds} seconds.`,
      { retryAfterSeconds: waitSeconds },
    );
  }
  const { share } = reservation;
  const isLeft = await spendMail(signIn, asking).catch(async (refusal: unknown) => {
    // concurrent requests took the last mails; a mail that is not sent is not counted
    await codes.giveBack(share);
    await uncharge();
    throw refusal;
  });
  const code = newCode();
  const isSent = mayMail && isLeft;
  // a code that is not mailed must not replace the one the student has
  await codes.place(address, code, device, isSent ? reservation : null, data);
  if (isSent) {
    const mail = buildCodeMail(address, code, deps.env, textsIn(languageOf(ctx)));
    // undo all counts: of the mailbox, the client address and the hour
    const forgive = async () => {
      await codes.giveBack(share);
      await uncharge();
      await refundMail(signIn, asking);
    };
    const onGivenUp = () =>
      void forgive().catch((error: unknown) => deps.log.warn({ err: error }, 'unsent code mail counts'));
    mailer(deps).send({ ...mail, onGivenUp });
  }
  json(ctx, {});
}
