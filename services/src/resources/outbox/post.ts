import { escapeHtml } from '@flint/contracts/escape-html';
import type { ClientSession } from 'mongoose';
import { keyedHash } from '../../infra/keyed-hash';
import type { Mail } from '../../infra/mail';
import { mailer, type MailResult } from '../../infra/mailer';
import { jobsOf, type JobEnd, type JobTry } from '../jobs/index';
import type { Deps } from '../resource';

const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

type Letter = Omit<Mail, 'onGivenUp' | 'messageId'>;

const ENDS = {
  delivered: 'done',
  again: 'again',
  later: 'later',
  refused: 'failed',
  given_up: 'failed',
} as const satisfies Record<MailResult, JobEnd>;

/** Gives a mail to the mail server once. The last failure counts as given up, unless it concerns the recipient alone. */
export function deliver(deps: Deps, mail: Letter, { id, isLast }: JobTry): Promise<JobEnd> {
  const messageId = keyedHash(deps, 'message-ids', id);
  return new Promise((resolve) =>
    mailer(deps).tryOnce({ ...mail, messageId }, (result) => {
      // operators mend their own mailbox
      const isOurs = mail.to.address === deps.env.SAFETY_EMAIL && result !== 'delivered';
      const end = isOurs ? 'again' : ENDS[result];
      resolve(end);
      return Promise.resolve(isLast && end === 'again' ? 'given_up' : result);
    }),
  );
}

/** Mail that must arrive: tried for three days. */
export const letters = jobsOf<Letter>({
  kind: 'mail',
  isSealed: true,
  isMissed: true,
  everyMs: 15_000,
  work: deliver,
});

const wishOf = (mail: Letter) => ({
  content: mail,
  about: mail.about ?? [],
  keptMs: KEPT_MS,
  isAtOnce: true,
});

/** Stores a mail and resolves; a mail server gets it at once, or as soon as one takes it. */
export const post = (deps: Deps, mail: Letter): Promise<void> => letters.add(deps, wishOf(mail));

/** Stores a mail in a transaction. After the commit, the caller calls the returned function: a mail server gets it at once. */
export const postIn = (deps: Deps, mail: Letter, session: ClientSession): Promise<() => void> =>
  letters.addIn(deps, wishOf(mail), session);

/** A mail to the operators; null if SAFETY_EMAIL does not name them. */
export function mailToOperators({ env }: Deps, subject: string, text: string): Letter | null {
  const { APP_NAME, SAFETY_EMAIL } = env;
  if (!SAFETY_EMAIL) return null;
  const html = `<pre>${escapeHtml(text)}</pre>`;
  return { to: { address: SAFETY_EMAIL }, subject: `${APP_NAME}: ${subject}`, text, html };
}
