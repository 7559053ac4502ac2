import { isEmailAddress } from '@flint/contracts';
import { mailboxAt } from '../../infra/mailbox';
import type { Context } from 'koa';
import { chargeAddress, refundAddress } from '../../http/shared-address';
import { readBody, textOf } from './body';
import { deviceOf, nameDevice } from './device';
import { codeRequests, openTries } from './limits';
import { browserNameOf } from './browser-name';
import { codeRefused, Refusal, validationFailed } from './refusal';
import { answerSession } from './session-answer';
import type { SignIn } from './sign-in';

/** Types that older clients send for a mailed code besides `email`. */
const TYPES = new Set(['email', 'magiclink', 'signup', 'recovery', 'invite']);

const E164 = /^\+?[1-9]\d{1,14}$/;

/** Refuses a link's hash: Flint mails none. */
function refuseTokenHash(named: boolean): never {
  if (named) throw validationFailed('Only the token_hash and type should be provided');
  throw new Refusal(403, 'otp_expired', 'Email link is invalid or has expired');
}

function refusePhone(phone: string): never {
  if (!E164.test(phone)) throw validationFailed('Invalid phone number format (E.164 required)');
  throw codeRefused();
}

/**
 * POST /verify: returns a session for the right code, and verifies the account. Tries of a browser that asked for no code count for the
 * client address before the comparison; those of the browser that asked are limited by its code.
 */
export async function verifyCode(ctx: Context, signIn: SignIn): Promise<void> {
  const { accounts, codes, sessions, deps } = signIn;
  const body = await readBody(ctx);
  const [type, token, tokenHash] = [textOf(body, 'type'), textOf(body, 'token'), textOf(body, 'token_hash')];
  const [email, phone] = [textOf(body, 'email'), textOf(body, 'phone')];
  if (!type) throw validationFailed('Verify requires a verification type');
  if (!token === !tokenHash) throw validationFailed('Verify requires either a token or a token hash');
  if (tokenHash) refuseTokenHash(Boolean(email || phone || textOf(body, 'redirect_to')));
  if (!email === !phone) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  if (phone) refusePhone(phone);
  if (!isEmailAddress(email)) throw validationFailed('Invalid email format', 422);
  if (!TYPES.has(type)) throw codeRefused();

  const address = mailboxAt(deps, email);
  let isOpen = false;
  const sent = deviceOf(ctx, deps);
  const redeemed = await codes.redeem(address, token, sent, async () => {
    await chargeAddress(ctx, deps, openTries(signIn));
    isOpen = true;
  });
  if (!redeemed) throw codeRefused();
  if (isOpen) await refundAddress(ctx, deps, openTries(signIn));
  if (redeemed.isFirst) await refundAddress(ctx, deps, codeRequests(signIn));
  const user = await accounts.signIn(address, redeemed.data);
  // after the code (hosted checks before it), so that only the mailbox's owner learns of a ban
  if (accounts.isBanned(user)) throw new Refusal(403, 'user_banned', 'User is banned');
  const device = nameDevice(ctx, deps);
  await codes.remember(address, device);
  const binding = { device, isBound: sent !== null };
  const session = await sessions.start(user._id, binding, browserNameOf(ctx.get('user-agent')));
  // an account that was erased meanwhile keeps neither its session nor its browser
  if (!(await accounts.byId(user._id))) {
    await sessions.end(user._id, 'global');
    await codes.forget(address);
    throw codeRefused();
  }
  await answerSession(ctx, signIn, user, session);
}
