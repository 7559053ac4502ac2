import type { Logger } from 'pino';
import type { Env } from '../env';
import type { Clock } from './clock';

export interface Mail {
  /** One recipient, always as an object: nothing ever parses a list out of a string. */
  readonly to: { readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ids of students it tells of; the outbox erases it with any of them. */
  readonly about?: readonly string[];
  /** Further header lines, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once when it could not be sent and is not tried again. */
  readonly onGivenUp?: () => void;
}

/** What the mailer uses of the app. */
export interface MailerNeeds {
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly onMail?: (mail: Mail) => void;
}
