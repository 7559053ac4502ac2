import type { Context } from 'koa';
import { clientAddress, clientSite } from '../../http/client-address';
import { giveBack, lookAt, takeOne, writeLimit, type Limit, type Taken } from '../../http/rate-limit';
import { Refusal } from './refusal';
import type { SignIn } from './sign-in';

const FIVE_MINUTES = 300;
/** Code requests nobody finished, and wrong codes, of one address in five minutes: a campus of thousands may stand behind it. */
export const ADDRESS_MAX = 600;
/** A site of many IPv6 networks may do this much more than one of them. */
const SITE_FACTOR = 4;

type Kind = 'otp' | 'verify';

interface Counted {
  readonly limit: Limit;
  readonly key: string;
}

/** What a request counts against: its address, and with IPv6 the site, too. */
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

/** Refreshes of one session: a page asks once an hour. */
const REFRESHES: Limit = { name: 'token', max: 150, seconds: FIVE_MINUTES };

function refuseWhenSpent(ctx: Context, limit: Limit, taken: Taken, status = 429): void {
  writeLimit(ctx, limit, taken);
  if (taken.allowed) return;
  throw new Refusal(status, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfterSeconds: taken.retrySeconds,
  });
}

/** Counts a code request of this client address until a right code finishes it; refuses too many with 429. */
export async function limitAddress(ctx: Context, signIn: SignIn): Promise<void> {
  for (const { limit, key } of countedFor(ctx, signIn, 'otp'))
    refuseWhenSpent(ctx, limit, await takeOne(signIn.deps, limit, key));
}

/** Takes back what limitAddress counted: the request was finished, or never led to a mail. */
export async function forgiveAddress(ctx: Context, signIn: SignIn): Promise<void> {
  for (const { limit, key } of countedFor(ctx, signIn, 'otp')) await giveBack(signIn.deps, limit, key);
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
  const counted = countedFor(ctx, signIn, 'verify');
  for (const { limit, key } of counted) refuseWhenSpent(ctx, limit, await lookAt(signIn.deps, limit, key));
  try {
    await work();
  } catch (error) {
    if (isWrongCode(error))
      for (const { limit, key } of counted) writeLimit(ctx, limit, await takeOne(signIn.deps, limit, key));
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

/** Of the hour's mails, the part that mailboxes without an account may use: invented addresses leave the rest to students. */
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

const spent = ({ retrySeconds }: Taken) =>
  new Refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
    retryAfterSeconds: retrySeconds,
  });

/** Refuses with 429 when the hour's sign-in mails are used up; counts nothing. */
export async function refuseWithoutMails(signIn: SignIn): Promise<void> {
  const left = await lookAt(signIn.deps, mailBudget(signIn), 'all');
  if (!left.allowed) throw spent(left);
}

/**
 * Takes one of the hour's sign-in mails. False when the newcomers' share is used up and this mailbox has no account: nothing is sent then, and
 * the answer must not tell, or it would tell who has an account. Refuses with 429 when all are used up.
 */
export async function takeMail(signIn: SignIn, hasAccount: boolean): Promise<boolean> {
  const share = newcomers(signIn);
  // the same work for both
  const ask = hasAccount ? lookAt : takeOne;
  const isShared = (await ask(signIn.deps, share, 'all')).allowed;
  if (!isShared && !hasAccount) {
    signIn.deps.log.warn('no code mails are left for mailboxes without an account this hour');
    return false;
  }
  const taken = await takeOne(signIn.deps, mailBudget(signIn), 'all');
  if (!taken.allowed) throw spent(taken);
  return true;
}

/** Takes back what takeMail took: the mail was given up. */
export async function forgiveMail(signIn: SignIn, hasAccount: boolean): Promise<void> {
  if (!hasAccount) await giveBack(signIn.deps, newcomers(signIn), 'all');
  await giveBack(signIn.deps, mailBudget(signIn), 'all');
}
