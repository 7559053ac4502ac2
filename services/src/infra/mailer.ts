import { isEmailAddress } from '@flint/contracts';
import type { Env } from '../env';
import type { Mail, MailerNeeds } from './mail';
import { createOutbox, type Outbox } from './mailer-outbox';
import { createMailQueue } from './mailer-queue';
import { mailTotal, mailWaiting } from './metrics';
import { createSmtp } from './mailer-smtp';

export type { Mail } from './mail';

export interface Mailer {
  /** Hands a message over and returns at once; delivery is retried off the request path. Throws on a malformed message. */
  send(mail: Mail): void;
  /** Resolves when everything handed over was delivered or given up. */
  settled(): Promise<void>;
  /** Stops retrying; resolves when nothing is under way. */
  close(): Promise<void>;
  /** Where mail goes without SMTP_URL; null when it is really sent. */
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
  // codes sign people in: nobody on the way may read them
  const requireTls = env.NODE_ENV === 'production' && !env.SMTP_PLAINTEXT;
  const outbox = env.SMTP_URL ? null : createOutbox(needs);
  const smtp = env.SMTP_URL ? createSmtp(env.SMTP_URL, env.MAIL_FROM, { requireTls }) : null;
  const university = env.UNIVERSITY_EMAIL_HOST;
  // a counter that first appears at 1 grew by nothing, and no alert on its growth would see the first message given up
  mailTotal.inc({ university, result: 'given_up' }, 0);
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
      queue.add(mail);
    },
    settled: () => queue.settled(),
    async close() {
      await queue.close();
      smtp?.close();
    },
  };
}

/** The app's one mailer: SMTP where SMTP_URL is set, else the outbox, which refuses to run in production. */
export function mailer(needs: MailerNeeds): Mailer {
  const made = mailers.get(needs.env) ?? createMailer(needs);
  mailers.set(needs.env, made);
  return made;
}
