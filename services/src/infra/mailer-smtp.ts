import { createTransport } from 'nodemailer';
import type { Mail } from './mail';

interface Options {
  /** Refuses a server without TLS. */
  readonly requireTls: boolean;
}

/** Sends through an SMTP server over a few pooled connections; message content cannot name files or URLs to fetch. */
export function createSmtp(url: string, from: string, { requireTls }: Options) {
  const transport = createTransport(
    {
      url,
      requireTLS: requireTls,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      // a server may scan a mail for a minute before it takes it; with the two above, less than the lease of a job
      socketTimeout: 90_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } },
  );
  const host = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  return {
    async deliver({ to, subject, text, html, headers, calendar, messageId }: Mail): Promise<void> {
      await transport.sendMail({
        to: { name: '', address: to.address },
        subject,
        text,
        html,
        ...(messageId && { messageId: `<${messageId}@${host}>` }),
        ...(headers && { headers: { ...headers } }),
        ...(calendar && {
          icalEvent: { filename: calendar.fileName, method: calendar.method, content: calendar.ics },
        }),
      });
    },
    close: () => transport.close(),
  };
}
