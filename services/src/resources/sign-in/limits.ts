import type { Context } from 'koa';
import { clientAddress } from '../../http/client-address';
import { takeOne, writeLimit } from '../../http/rate-limit';
import { Refusal } from './refusal';
import type { SignIn } from './sign-in';

const FIVE_MINUTES = 300;

/** Requests one client address may make (auth-contract 8). */
const PER_ADDRESS = { otp: 30, verify: 30, token: 150 } as const;

/**
 * Counts a request of this client address. Too many are refused with 429, a refresh with 503: any other refusal of a
 * refresh throws the student out (auth-contract 0.6).
 */
export async function limitAddress(
  ctx: Context,
  { deps }: SignIn,
  endpoint: keyof typeof PER_ADDRESS,
): Promise<void> {
  const max = Math.round(PER_ADDRESS[endpoint] * deps.env.IP_LIMIT_FACTOR);
  const limit = { name: endpoint, max, seconds: FIVE_MINUTES };
  const taken = await takeOne(deps, limit, clientAddress(ctx));
  writeLimit(ctx, limit, taken);
  if (taken.allowed) return;
  throw new Refusal(
    endpoint === 'token' ? 503 : 429,
    'over_request_rate_limit',
    'Request rate limit reached',
    {
      retryAfterSeconds: taken.resetSeconds,
    },
  );
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
