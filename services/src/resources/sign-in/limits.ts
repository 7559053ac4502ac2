import type { Context } from 'koa';
import { readLimit, refundOne, spendOne, writeLimit, type Budget, type Limit } from '../../http/rate-limit';
import { Refusal } from './refusal';
import type { SignIn } from './sign-in';

const FIVE_MINUTES = 300;
/** What costs nothing per client address in five minutes; a whole campus may share one address. */
export const ADDRESS_MAX = 600;

const addressLimit =
  (name: string) =>
  ({ deps }: SignIn): Limit => ({
    name,
    max: Math.round(ADDRESS_MAX * deps.env.IP_LIMIT_FACTOR),
    seconds: FIVE_MINUTES,
  });

/** Code requests of browsers that are not known to the mailbox; a right code ends the count. */
export const codeRequests = addressLimit('otp');
/** Tries of browsers without a code of their own; a right one is not counted. */
export const openTries = addressLimit('verify');

/** Refreshes of one session; a page refreshes once an hour. */
const REFRESHES: Limit = { name: 'token', max: 150, seconds: FIVE_MINUTES };

/**
 * Counts a refresh of a session; unknown tokens are not counted. Throws 503 beyond the limit, because any other refusal of a refresh would
 * sign the student out (decisions/004).
 */
export async function limitRefreshes(ctx: Context, { deps }: SignIn, sessionId: string): Promise<void> {
  const taken = await spendOne(deps, REFRESHES, sessionId);
  writeLimit(ctx, REFRESHES, taken);
  if (taken.allowed) return;
  throw new Refusal(503, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfterSeconds: taken.retrySeconds,
  });
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
  const { deps } = signIn;
  // one write for each count in every case; where nothing counts, it goes to a row that nobody reads
  const isShared = (await spendOne(deps, newcomers(signIn), hasAccount ? 'others' : 'all')).allowed;
  const isLeft = hasAccount || isShared;
  const taken = await spendOne(deps, mailBudget(signIn), isLeft ? 'all' : 'unsent');
  if (isLeft && !taken.allowed) throw spent(taken);
  if (!isLeft) deps.log.warn('no code mails are left for mailboxes without an account this hour');
  return isLeft;
}

/** Undoes spendMail, because the mail was not sent. */
export async function refundMail(signIn: SignIn, hasAccount: boolean): Promise<void> {
  await refundOne(signIn.deps, newcomers(signIn), hasAccount ? 'others' : 'all');
  await refundOne(signIn.deps, mailBudget(signIn), 'all');
}
