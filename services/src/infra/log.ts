import pino, { type DestinationStream, type Logger } from 'pino';

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w.-]+/g, '[token]'],
  [/dup key: \{[^\n]*/g, 'dup key: [value]'],
  [/\b(mongodb(?:\+srv)?|smtps?):\/\/[^@\s/]+@/g, '$1://[credentials]@'],
  [/\b\d{6}\b/g, '[number]'],
];

/** A word with an address in it; names of packages (`/@koa/router`) and servers do not count. */
const isAddress = (word: string) => /[^/]@/.test(word) && !word.includes('://');

/** Removes what must never be logged: tokens, addresses, values of unique indexes, credentials, six-digit codes. */
export const scrub = (text: string): string =>
  SECRETS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
    .split(/(\s+)/)
    .map((word) => (isAddress(word) ? '[address]' : word))
    .join('');

interface Described {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: unknown;
  readonly cause?: Described;
}

const DEPTH = 4;

/** The loggable part of an error, without the values that libraries attach (key values, documents, addresses). */
function describeError(error: unknown, depth = 0): Described | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const inner = depth < DEPTH ? describeError(cause, depth + 1) : undefined;
  return {
    type: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(inner && { cause: inner }),
  };
}

const REDACTED = ['authorization', 'email', 'token', 'cookie', 'password', 'refresh_token', 'access_token'];

/** Logs JSON lines. Of errors it writes type, code and stack only; secret fields are blanked. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: (error: unknown) => describeError(error) ?? scrub(String(error)) },
    redact: {
      paths: REDACTED.flatMap((name) => [name, `*.${name}`]),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
