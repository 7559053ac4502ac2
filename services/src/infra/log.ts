import pino, { type DestinationStream, type Logger } from 'pino';

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w.-]+/g, '[token]'],
  [/dup key: \{[^\n]*/g, 'dup key: [value]'],
  [/\b(mongodb(?:\+srv)?|smtps?):\/\/[^@\s/]+@/g, '$1://[credentials]@'],
  [/\b\d{6}\b/g, '[number]'],
];

/** A word with an address in it; names of packages (`/@koa/router`) and of servers are not meant. */
const isAddress = (word: string) => /[^/]@/.test(word) && !word.includes('://');

/** A text without what must never be written down: tokens, addresses, values of unique indexes, credentials, six-digit codes. */
export const scrub = (text: string): string =>
  SECRETS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
    .split(/(\s+)/)
    .map((word) => (isAddress(word) ? '[address]' : word))
    .join('');

interface Told {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: unknown;
  readonly cause?: Told;
}

const DEPTH = 4;

/** What is written about an error: never the values that libraries hang on it (key values, documents, addresses). */
function tell(error: unknown, depth = 0): Told | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const inner = depth < DEPTH ? tell(cause, depth + 1) : undefined;
  return {
    type: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(inner && { cause: inner }),
  };
}

const REDACTED = ['authorization', 'email', 'token', 'cookie', 'password', 'refresh_token', 'access_token'];

/** JSON lines; errors are told by type, code and stack only, and fields that name secrets are blanked. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: (error: unknown) => tell(error) ?? scrub(String(error)) },
    redact: {
      paths: REDACTED.flatMap((name) => [name, `*.${name}`]),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
