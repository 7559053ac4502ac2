import type { Logger } from 'pino';
import type { Env } from '../env';
import type { Clock } from './clock';

export interface Mail {
  /** One recipient, as an object so that nothing parses a list from a string. */
  readonly to: { readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ids of the students it mentions; erasing one of them deletes it from the outbox. */
  readonly about?: readonly string[];
  /** Further headers, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A calendar file, which mail programs offer to add to a calendar. */
  readonly calendar?: {
    readonly fileName: string;
    readonly method: 'PUBLISH' | 'CANCEL';
    readonly ics: string;
  };
  /** What its Message-ID has before the `@`, in every try: a server may take a message and not say so, and a mail program shows both as one. */
  readonly messageId?: string;
  /** Called once when sending failed for good. */
  readonly onGivenUp?: () => void;
}

/** The dependencies of the mailer. */
export interface MailerNeeds {
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly onMail?: (mail: Mail) => void;
}
