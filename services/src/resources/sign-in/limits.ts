import type { Context } from 'koa';
import { clientAddress, clientSite } from '../../http/client-address';
import { refundOne, readLimit, spendOne, writeLimit, type Limit, type Budget } from '../../http/rate-limit';
import { Refusal } from './refusal';
import type { SignIn } from './sign-in';

const FIVE_MINUTES = 300;
/** Unfinished code requests, or wrong codes, of one client address in five minutes; a whole campus may share one address. */
export const ADDRESS_MAX = 600;
/** An IPv6 site of many networks may do this much more than one network. */
const SITE_FACTOR = 4;

type Kind = 'otp' | 'verify';

interface Counted {
  readonly limit: Limit;
  readonly key: string;
}

/** The counters of a request: its address, and for IPv6 also its site. */
function countedFor(ctx: Context, { deps }: SignIn, name: Kind): Counted[] {
  const limit = {
    name,
    max: Math.round(ADDRESS_MAX * deps.env.IP_LIMIT_FACTOR),
    seconds: FIVE_MINUTES,
  };
  const site = clientSite(ctx);
  const own = { limit, key: clientAddress(ctx) };
  if (site === null) return [own];
  return [own, { limit: { ...limit, name: `${name}-site`, max: limit.max * SITE_FACTOR }, key: site }];
}

/** Refreshes of one session; a page refreshes once an hour. */
const REFRESHES: Limit = { name: 'token', max: 150, seconds: FIVE_MINUTES };

function refuseWhenSpent(ctx: Context, limit: Limit, taken: Budget, status = 429): void {
  writeLimit(ctx, limit, taken);
  if (taken.allowed) return;
  throw new Refusal(status, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfterSeconds: taken.retrySeconds,
  });
}

/** Counts a code request of this client address until a right code finishes it. Throws 429 beyond the limit. */
export async function limitAddress(ctx: Context, signIn: SignIn): Promise<void> {
  for (const { limit, key } of countedFor(ctx, signIn, 'otp'))
    refuseWhenSpent(ctx, limit, await spendOne(signIn.deps, limit, key));
}

/** Undoes limitAddress: the request was finished, or no mail was sent. */
export async function refundAddress(ctx: Context, signIn: SignIn): Promise<void> {
  for (const { limit, key } of countedFor(ctx, signIn, 'otp')) await refundOne(signIn.deps, limit, key);
}

const isWrongCode = (error: unknown) => error instanceof Refusal && error.code === 'otp_expired';

/**
 * Tries a code and counts it for this client address if it was wrong, so that a campus behind one address is not slowed down. Throws 429
 * after too many wrong ones.
 */
export async function limitWrongCodes(
  ctx: Context,
  signIn: SignIn,
  work: () => Promise<void>,
): Promise<void> {
  const counted = countedFor(ctx, signIn, 'verify');
  for (const { limit, key } of counted) refuseWhenSpent(ctx, limit, await readLimit(signIn.deps, limit, key));
  try {
    await work();
  } catch (error) {
    if (isWrongCode(error))
      for (const { limit, key } of counted) writeLimit(ctx, limit, await spendOne(signIn.deps, limit, key));
    throw error;
  }
}

/**
 * Counts a refresh of a session; unknown tokens are not counted. Throws 503 beyond the limit, because any other refusal of a refresh would
 * sign the student out (decisions/004).
 */
export async function limitRefreshes(ctx: Context, { deps }: SignIn, sessionId: string): Promise<void> {
  refuseWhenSpent(ctx, REFRESHES, await spendOne(deps, REFRESHES, sessionId), 503);
}

/** Share of the hour's mails for mailboxes without an account, so that invented addresses leave the rest to students. */
export const NEWCOMERS_SHARE = 0.5;

const mailBudget = ({ deps }: SignIn): Limit => ({
  name: 'code-mails',
  max: deps.env.CODE_MAILS_PER_HOUR,
  seconds: 3600,
});
const newcomers = (signIn: SignIn): Limit => ({
  ...mailBudget(signIn),
  name: 'code-mails-new',
  max: Math.ceil(mailBudget(signIn).max * NEWCOMERS_SHARE),
});

const spent = ({ retrySeconds }: Budget) =>
  new Refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
    retryAfterSeconds: retrySeconds,
  });

/** Throws 429 if the hour's sign-in mails are used up; counts nothing. */
export async function refuseWithoutMails(signIn: SignIn): Promise<void> {
  const left = await readLimit(signIn.deps, mailBudget(signIn), 'all');
  if (!left.allowed) throw spent(left);
}

/**
 * Takes one of the hour's sign-in mails. Returns false if the newcomers' share is used up and this mailbox has no account; the answer must
 * then look as if a mail was sent, or it would reveal who has an account. Throws 429 if all are used up.
 */
export async function spendMail(signIn: SignIn, hasAccount: boolean): Promise<boolean> {
  const share = newcomers(signIn);
  // the same work in both cases
  const ask = hasAccount ? readLimit : spendOne;
  const isShared = (await ask(signIn.deps, share, 'all')).allowed;
  if (!isShared && !hasAccount) {
    signIn.deps.log.warn('no code mails are left for mailboxes without an account this hour');
    return false;
  }
  const taken = await spendOne(signIn.deps, mailBudget(signIn), 'all');
  if (!taken.allowed) throw spent(taken);
  return true;
}

/** Undoes spendMail, because the mail was not sent. */
export async function refundMail(signIn: SignIn, hasAccount: boolean): Promise<void> {
  if (!hasAccount) await refundOne(signIn.deps, newcomers(signIn), 'all');
  await refundOne(signIn.deps, mailBudget(signIn), 'all');
}
