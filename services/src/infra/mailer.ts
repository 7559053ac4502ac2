import { isEmailAddress } from '@flint/contracts';
import type { Env } from '../env';
import type { Mail, MailerNeeds } from './mail';
import { createOutbox, type Outbox } from './mailer-outbox';
import { createMailQueue, type After } from './mailer-queue';
import { mailTotal, mailWaiting } from './metrics';
import { createSmtp } from './mailer-smtp';
import { randomId } from './random-id';

export type { Mail } from './mail';
export type { MailResult } from './mailer-queue';

export interface Mailer {
  /** Queues a message and returns at once; it is sent and retried in the background. Throws on a malformed message. */
  send(mail: Mail): void;
  /**
   * Tries a message once, in its turn. `after` gets the result, `again` or `later` for a failure that may pass, and returns what is counted.
   * It is called at once with `again` when no more can be taken.
   */
  tryOnce(mail: Mail, after: After): void;
  /** Resolves when every queued message was sent or dropped. */
  settled(): Promise<void>;
  /** Stops retrying; resolves when nothing is being sent. */
  close(): Promise<void>;
  /** Where mail goes without SMTP_URL; null if it is really sent. */
  readonly outbox: Outbox | null;
}

const mailers = new WeakMap<Env, Mailer>();

function check({ to, subject }: Mail): void {
  if (!isEmailAddress(to.address)) throw new Error('a mail needs exactly one plain address');
  if (/[\r\n\0]/.test(subject)) throw new Error('a subject is one line');
}

function createMailer(needs: MailerNeeds): Mailer {
  const { env, log } = needs;
  if (!env.SMTP_URL && env.NODE_ENV === 'production') throw new Error('SMTP_URL: required in production');
  // codes sign people in, so mail is encrypted in transit
  const requireTls = env.NODE_ENV === 'production' && !env.SMTP_PLAINTEXT;
  const outbox = env.SMTP_URL ? null : createOutbox(needs);
  const smtp = env.SMTP_URL ? createSmtp(env.SMTP_URL, env.MAIL_FROM, { requireTls }) : null;
  const university = env.UNIVERSITY_EMAIL_HOST;
  // starts at 0: otherwise an alert on growth would miss the first dropped message
  for (const result of ['delivered', 'later', 'refused', 'given_up'])
    mailTotal.inc({ university, result }, 0);
  const queue = createMailQueue({
    deliver: async (mail) => (smtp ?? outbox)?.deliver(mail),
    log,
    onAttempt(result, waiting) {
      mailTotal.inc({ university, result });
      mailWaiting.set({ university }, waiting);
    },
  });
  return {
    outbox,
    send(mail) {
      check(mail);
      queue.add({ messageId: randomId(), ...mail });
    },
    tryOnce(mail, after) {
      check(mail);
      queue.add(mail, after);
    },
    settled: () => queue.settled(),
    async close() {
      await queue.close();
      smtp?.close();
    },
  };
}

/** The app's only mailer: SMTP with SMTP_URL, else the outbox, which throws in production. */
export function mailer(needs: MailerNeeds): Mailer {
  const made = mailers.get(needs.env) ?? createMailer(needs);
  mailers.set(needs.env, made);
  return made;
}
