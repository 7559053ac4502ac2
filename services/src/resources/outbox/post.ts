import type { Mail } from '../../infra/mail';
import { mailer } from '../../infra/mailer';
import { jobsOf, type JobTry } from '../jobs/index';
import type { Deps } from '../resource';

const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

type Letter = Omit<Mail, 'onGivenUp'>;

/** Gives a mail to the mail server once. The last failure counts as given up. */
export const deliver = (deps: Deps, mail: Letter, { isLast }: JobTry): Promise<'done' | 'again'> =>
  new Promise((resolve) =>
    mailer(deps).tryOnce(mail, (result) => {
      resolve(result === 'again' ? 'again' : 'done');
      return Promise.resolve(result === 'again' && isLast ? 'given_up' : result);
    }),
  );

/** Mail that must arrive: tried for three days. */
export const letters = jobsOf<Letter>({
  kind: 'mail',
  isSealed: true,
  everyMs: 15_000,
  work: deliver,
});

/** Stores a mail and resolves; a mail server gets it at once, or as soon as one takes it. */
export const post = (deps: Deps, mail: Letter): Promise<void> =>
  letters.add(deps, { content: mail, about: mail.about ?? [], keptMs: KEPT_MS, isAtOnce: true });

/** Posts a mail to the operators, if SAFETY_EMAIL names them. */
export async function postToOperators(deps: Deps, subject: string, text: string): Promise<void> {
  const { APP_NAME, SAFETY_EMAIL } = deps.env;
  if (!SAFETY_EMAIL) return;
  const html = `<pre>${text}</pre>`;
  await post(deps, { to: { address: SAFETY_EMAIL }, subject: `${APP_NAME}: ${subject}`, text, html });
}
