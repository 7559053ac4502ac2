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
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } },
  );
  return {
    async deliver({ to, subject, text, html, headers, calendar }: Mail): Promise<void> {
      await transport.sendMail({
        to: { name: '', address: to.address },
        subject,
        text,
        html,
        ...(headers && { headers: { ...headers } }),
        ...(calendar && {
          icalEvent: { filename: calendar.fileName, method: calendar.method, content: calendar.ics },
        }),
      });
    },
    close: () => transport.close(),
  };
}
