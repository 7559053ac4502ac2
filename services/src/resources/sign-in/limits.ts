import type { Context } from 'koa';
import { clientAddress } from '../../http/client-address';
import { lookAt, takeOne, writeLimit, type Limit, type Taken } from '../../http/rate-limit';
import { Refusal } from './refusal';
import type { SignIn } from './sign-in';

const FIVE_MINUTES = 300;

/** What one client address may ask of sign-in (decisions/004). */
const addressLimit = ({ deps }: SignIn, name: 'otp' | 'verify'): Limit => ({
  name,
  max: Math.round(30 * deps.env.IP_LIMIT_FACTOR),
  seconds: FIVE_MINUTES,
});

/** Refreshes of one session: a page asks once an hour. */
const REFRESHES: Limit = { name: 'token', max: 150, seconds: FIVE_MINUTES };

function refuseWhenSpent(ctx: Context, limit: Limit, taken: Taken, status = 429): void {
  writeLimit(ctx, limit, taken);
  if (taken.allowed) return;
  throw new Refusal(status, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfterSeconds: taken.resetSeconds,
  });
}

/** Counts a code request of this client address; refuses too many with 429. */
export async function limitAddress(ctx: Context, signIn: SignIn): Promise<void> {
  const limit = addressLimit(signIn, 'otp');
  refuseWhenSpent(ctx, limit, await takeOne(signIn.deps, limit, clientAddress(ctx)));
}

const isWrongCode = (error: unknown) => error instanceof Refusal && error.code === 'otp_expired';

/**
 * Tries a code for this client address, and counts it when it was wrong: a campus behind one address signs in as fast as it likes.
 * After too many wrong ones everybody there is refused with 429.
 */
export async function limitWrongCodes(
  ctx: Context,
  signIn: SignIn,
  work: () => Promise<void>,
): Promise<void> {
  const limit = addressLimit(signIn, 'verify');
  const address = clientAddress(ctx);
  refuseWhenSpent(ctx, limit, await lookAt(signIn.deps, limit, address));
  try {
    await work();
  } catch (error) {
    if (isWrongCode(error)) writeLimit(ctx, limit, await takeOne(signIn.deps, limit, address));
    throw error;
  }
}

/**
 * Counts a refresh of a session of ours; what is no token of ours costs nobody anything. Too many are 503: any other refusal of a
 * refresh throws the student out (decisions/004).
 */
export async function limitRefreshes(ctx: Context, { deps }: SignIn, sessionId: string): Promise<void> {
  refuseWhenSpent(ctx, REFRESHES, await takeOne(deps, REFRESHES, sessionId), 503);
}

/** Takes one of the hour's sign-in mails, over all students. */
export async function takeMail({ deps }: SignIn): Promise<void> {
  const limit = { name: 'code-mails', max: deps.env.CODE_MAILS_PER_HOUR, seconds: 3600 };
  const { allowed, resetSeconds } = await takeOne(deps, limit, 'all');
  if (allowed) return;
  throw new Refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
    retryAfterSeconds: resetSeconds,
  });
}
