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
/** Share of the hour's mails for browsers that never signed in to the mailbox, so that no stranger can lock the others out. */
export const STRANGERS_SHARE = 0.75;

const mailBudget = ({ deps }: SignIn, share = 1): Limit => ({
  name: share === 1 ? 'code-mails' : `code-mails-${share}`,
  max: Math.floor(deps.env.CODE_MAILS_PER_HOUR * share),
  seconds: 3600,
});

const spent = ({ retrySeconds }: Budget) =>
  new Refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
    retryAfterSeconds: retrySeconds,
  });

/** Who asks for a mail. */
export interface Asking {
  readonly hasAccount: boolean;
  /** Whether this browser signed in to the mailbox before. */
  readonly isKnown: boolean;
}

/** Throws 429 if the hour's sign-in mails are used up; counts nothing. For browsers that are known to the mailbox. */
export async function refuseWithoutMails(signIn: SignIn): Promise<void> {
  const left = await readLimit(signIn.deps, mailBudget(signIn), 'all');
  if (!left.allowed) throw spent(left);
}

/**
 * Takes one of the hour's sign-in mails. Throws 429 to a known browser if all are used up. Returns false to a stranger for whom none is left; the
 * answer must then look as if a mail was sent, or it would reveal who has an account.
 */
export async function spendMail(signIn: SignIn, { hasAccount, isKnown }: Asking): Promise<boolean> {
  const { deps } = signIn;
  // one write for each count in every case; where nothing counts, it goes to a row that nobody reads
  const take = async (share: number, counts: boolean) =>
    (await spendOne(deps, mailBudget(signIn, share), counts ? 'all' : 'others')).allowed || !counts;
  const isOpen = await take(NEWCOMERS_SHARE, !hasAccount && !isKnown);
  const isShared = (await take(STRANGERS_SHARE, isOpen && !isKnown)) && isOpen;
  // a count beyond the last mail would outlast a mail that is given back
  const left = await readLimit(deps, mailBudget(signIn), 'all');
  const taken = await spendOne(deps, mailBudget(signIn), isShared && left.allowed ? 'all' : 'unsent');
  const refused = [left, taken].find(({ allowed }) => !allowed);
  if (isKnown && refused) throw spent(refused);
  const isLeft = isShared && !refused;
  if (!isLeft) deps.log.warn('no code mails are left for strangers this hour');
  return isLeft;
}

/** Undoes spendMail, because the mail was not sent. */
export async function refundMail(signIn: SignIn, { hasAccount, isKnown }: Asking): Promise<void> {
  if (!hasAccount && !isKnown) await refundOne(signIn.deps, mailBudget(signIn, NEWCOMERS_SHARE), 'all');
  if (!isKnown) await refundOne(signIn.deps, mailBudget(signIn, STRANGERS_SHARE), 'all');
  await refundOne(signIn.deps, mailBudget(signIn), 'all');
}
