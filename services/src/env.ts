import { createECDH } from 'node:crypto';
import * as z from 'zod/mini';

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65535));
const text = (fallback: string) => z._default(z.string().check(z.trim(), z.minLength(1)), fallback);

/** A host name with a dot, label by label (RFC 1035). */
function isHost(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= 253 &&
    labels.length > 1 &&
    /^[a-z]{2,63}$/.test(labels.at(-1)!) &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  );
}
const host = z.string().check(z.toLowerCase(), z.refine(isHost));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function areContacts(text: string): boolean {
  return text.split(';').every((contact) => {
    const [name = '', at = '', ...rest] = contact.split('|').map((part) => part.trim());
    return rest.length === 0 && name !== '' && /^(?:https:\/\/\S+|\+?[\d ()-]{2,20})$/.test(at);
  });
}

function areDataKeys(text: string): boolean {
  const pairs = text.split(',').map((pair) => pair.trim().split(':'));
  const ids = new Set(pairs.map(([id]) => id));
  return (
    ids.size === pairs.length &&
    pairs.every(
      ([id = '', key = '', ...rest]) =>
        rest.length === 0 && /^[\w-]{1,32}$/.test(id) && Buffer.from(key, 'base64').length === 32,
    )
  );
}

const areOrigins = (text: string): boolean =>
  text.split(',').every((origin) => /^(?:https?:\/\/[\w.-]+(?::\d{1,5})?\/?)?$/.test(origin.trim()));

/** `Name <address>` or an address alone, on one line. */
const isSender = (text: string): boolean =>
  /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text);

const OPERATOR = /^([a-z][a-z0-9._-]{1,39})=([^\s@=,]+@[^\s@=,]+)$/;

/** Operators of the desk by the address their codes go to; null for what names none, or one twice. */
export function deskOperators(text: string): ReadonlyMap<string, string> | null {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim().toLowerCase())
    .filter((pair) => pair !== '')
    .map((pair) => OPERATOR.exec(pair));
  const byAddress = new Map(pairs.map((pair) => [pair?.[2] ?? '', pair?.[1] ?? '']));
  const isPlain = pairs.every((pair) => pair !== null) && byAddress.size === pairs.length;
  return isPlain && new Set(byAddress.values()).size === pairs.length ? byAddress : null;
}
const areOperators = (text: string) => deskOperators(text) !== null;

/** So many bytes in base64url, without padding. */
const keyOf = (bytes: number) =>
  z.string().check(
    z.regex(/^[\w-]+$/, `${bytes} bytes in base64url`),
    z.refine((text) => Buffer.from(text, 'base64url').length === bytes, `${bytes} bytes in base64url`),
  );

const flag = (fallback: boolean) =>
  z._default(
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((value) => value === 'true'),
    ),
    fallback,
  );

/** Every setting of the API, with its default; `.env.example` explains each. */
export const EnvSchema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  APP_NAME: text('Flint'),
  UNIVERSITY_NAME: text('Campus University'),
  UNIVERSITY_EMAIL_HOST: z._default(host, 'campus.edu'),
  /** Whether hosts below UNIVERSITY_EMAIL_HOST count as the university's too. */
  UNIVERSITY_EMAIL_SUBDOMAINS: flag(false),
  /** Whether `ann+tag@` may be typed for `ann@`: the account is the mailbox's either way. */
  UNIVERSITY_EMAIL_PLUS_TAGS: flag(false),
  UNIVERSITY_TIMEZONE: z
    ._default(z.string(), 'America/Toronto')
    .check(z.refine(isTimeZone, 'not a time zone such as America/Toronto')),
  /** Where browsers reach Flint; issuer of tokens and base of photo addresses. Without it, this machine at PORT. */
  PUBLIC_URL: z.optional(z.url()),
  PORT: z._default(port, 4300),
  /** Address to listen on; containers need 0.0.0.0. */
  HOST: text('127.0.0.1'),
  MONGODB_URI: z.optional(z.string().check(z.regex(/^mongodb(?:\+srv)?:\/\//))),
  /** Folder for the embedded database, photos, keys and the outbox. */
  DATA_DIR: text('.data'),
  /** An S3-compatible store for photos, shared by all processes; without it they are files in DATA_DIR. */
  S3_ENDPOINT: z.optional(z.url()),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  S3_REGION: text('us-east-1'),
  /** Folder inside the bucket, with a slash at its end. */
  S3_PREFIX: z._default(z.string().check(z.regex(/^(?:[a-z0-9-]+\/)*$/)), ''),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** A hosted Supabase project replaces the sign-in service by these alone. */
  SUPABASE_URL: z.optional(z.url()),
  SUPABASE_KEY: text('sb_publishable_local'),
  SUPABASE_JWT_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** Where tokens come from and their keys are read, when that differs from SUPABASE_URL (proxies, containers). */
  AUTH_ISSUER: z.optional(z.url()),
  AUTH_JWKS_URL: z.optional(z.url()),
  /** Origins beside our own that may call the built-in sign-in service, separated by commas. */
  AUTH_ALLOWED_ORIGINS: z
    ._default(z.string(), '')
    .check(z.refine(areOrigins, 'origins such as https://app.campus.edu, with commas between')),
  /** Whether a request that must not create an account says that there is none; off, nobody learns who has one. */
  AUTH_REVEAL_ACCOUNTS: flag(false),
  /** Sign-in mails an hour, over all students. */
  CODE_MAILS_PER_HOUR: z._default(z.coerce.number().check(z.int(), z.gte(1)), 8000),
  /** Multiplies what one network address may ask of sign-in; raise it where a campus hides behind one address. */
  IP_LIMIT_FACTOR: z._default(z.coerce.number().check(z.gte(0.01), z.lte(1000)), 1),
  /** Master secret: code pepper, refresh tokens and signed photo addresses derive from it. */
  FLINT_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** `id:key, id:key`: 32-byte keys in base64 that seal sensitive fields, the current one first, older ones to read what they sealed. */
  DATA_KEYS: z.optional(
    z.string().check(z.refine(areDataKeys, 'id:key pairs with commas between; a key is 32 bytes in base64')),
  ),
  /** smtp://user:pass@host:port; without it mail goes to the outbox folder and page. */
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//))),
  /** Whether mail may leave without TLS: for a relay on this machine or in the same container network only. */
  SMTP_PLAINTEXT: flag(false),
  /** Whether alerts may go to an http address of this machine: for tests and demonstrations. */
  PUSH_LOCAL: flag(false),
  /** The key pair that signs alerts (Web Push), in base64url, and whom a push service may ask; without them all it follows from FLINT_SECRET. */
  VAPID_PUBLIC_KEY: z.optional(keyOf(65)),
  VAPID_PRIVATE_KEY: z.optional(keyOf(32)),
  VAPID_SUBJECT: z.optional(
    z.string().check(z.regex(/^(?:https:\/\/|mailto:)[^\s@]+(?:@[^\s@]+)?$/), z.maxLength(200)),
  ),
  MAIL_FROM: text('Flint <no-reply@localhost>').check(
    z.refine(isSender, 'a sender such as Flint <no-reply@campus.edu>'),
  ),
  /** Who makes the matching rounds: 'auto', one API process each night; 'command', only `npm run round` (cron). */
  ROUNDS: z._default(z.enum(['auto', 'command']), 'auto'),
  /** Where operators are told of safety reports; without it they read `npm run safety`. */
  SAFETY_EMAIL: z.optional(z.email()),
  /** Who may use the safety desk: `name=address` pairs with commas between; each is an operator by `npm run safety -- operators`, too. */
  DESK_OPERATORS: z
    ._default(z.string(), '')
    .check(z.refine(areOperators, 'name=address pairs with commas between')),
  /** Where the desk listens; without it, 90 above PORT. */
  DESK_PORT: z.optional(port),
  /** Where operators' browsers reach the desk, on a host name of its own; without it, this machine at DESK_PORT. */
  DESK_URL: z.optional(z.url()),
  /** Whom a student may call, shown wherever a date is: `name|phone or address` pairs with semicolons between. */
  SAFETY_CONTACTS: z
    ._default(z.string(), 'Emergency services|911')
    .check(z.refine(areContacts, 'name|phone or https address, with semicolons between')),
  /** A list of places for first dates, JSON or CSV; without it a sample, and none in production. */
  PLACES_FILE: z.optional(z.string()),
  /** Where released remotes are kept (a folder; DATA_DIR/releases without it), and where browsers reach them if not here. */
  RELEASES: z.optional(z.string()),
  RELEASES_URL: z.optional(z.url()),
  /** Releases of a remote kept when a new one goes out. */
  RELEASES_KEEP: z._default(z.coerce.number().check(z.int(), z.gte(1)), 5),
  /** A user of the store that may write releases and no photos, where RELEASES is a bucket. */
  RELEASES_S3_ACCESS_KEY_ID: z.optional(z.string()),
  RELEASES_S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** File with the public keys whose releases this shell trusts (`npm run release-keys`). */
  RELEASE_KEYS: z.optional(z.string()),
  /** Whoever releases: a private key's file, or a command that signs (stdin to stdout) and the id of its key. */
  RELEASE_KEY: z.optional(z.string()),
  RELEASE_SIGNER: z.optional(z.string()),
  RELEASE_KEY_ID: z.optional(z.string()),
  /** Hops of trusted proxies in front; 0 ignores X-Forwarded-For. */
  TRUSTED_PROXIES: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(5)), 0),
  /** Where `npm run web` and `npm run releases` reach an API process, to read how releases do. */
  API_URL: z.optional(z.url()),
  /** Bearer token /metrics asks for; without it there is no /metrics. */
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
});

/** Settings with what follows from others filled in. */
export type Env = z.output<typeof EnvSchema> & { readonly PUBLIC_URL: string };

/** Thrown when settings are wrong; one line per variable. The process exits with 78 (EX_CONFIG). */
export class EnvError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'EnvError';
  }
}

type Given = Readonly<Record<string, unknown>>;

const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const VAPID = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const;
const PRODUCTION = ['MONGODB_URI', 'FLINT_SECRET', 'DATA_KEYS', 'SMTP_URL'] as const;

/** A secret somebody typed (`aaaa…`, `changeme…`) instead of having it made: even 32 random hex digits have more different ones. */
const isTyped = (secret: unknown) => typeof secret === 'string' && new Set(secret).size < 9;

/** Whether a browser that subscribed with the one key takes alerts that the other one signs. */
function isPair(publicKey: unknown, privateKey: unknown): boolean {
  const ecdh = createECDH('prime256v1');
  try {
    ecdh.setPrivateKey(String(privateKey), 'base64url');
    return ecdh.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** What no single variable shows: those that need each other, and what production cannot do without. */
function missing(given: Given): string[] {
  const needed: string[] = [];
  if (given.NODE_ENV === 'production')
    needed.push(
      ...PRODUCTION.filter((name) => !given[name]).map((name) => `${name}: required in production`),
    );
  if (given.TENANTS_FILE)
    needed.push(
      'TENANTS_FILE: one installation serves one university now; `npm run universities -- <folder>` writes the settings of each',
    );
  if (given.NODE_ENV === 'production' && !String(given.PUBLIC_URL).startsWith('https://'))
    needed.push('PUBLIC_URL: production needs an https address');
  if (given.NODE_ENV === 'production' && given.PUSH_LOCAL === 'true')
    needed.push('PUSH_LOCAL: not in production');
  if (given.NODE_ENV === 'production' && isTyped(given.FLINT_SECRET))
    needed.push('FLINT_SECRET: not random; make one with: openssl rand -base64 48');
  if (S3.some((name) => given[name]))
    needed.push(
      ...S3.filter((name) => !given[name]).map((name) => `${name}: required with the other S3 settings`),
    );
  const withoutVapid = VAPID.filter((name) => !given[name]);
  if (withoutVapid.length === 0 && !isPair(given.VAPID_PUBLIC_KEY, given.VAPID_PRIVATE_KEY))
    needed.push(
      'VAPID_PUBLIC_KEY: not the public key of VAPID_PRIVATE_KEY; make a pair with: npx web-push generate-vapid-keys',
    );
  if (withoutVapid.length < VAPID.length)
    needed.push(...withoutVapid.map((name) => `${name}: required with the other VAPID settings`));
  return needed;
}

/** Settings from environment variables. Empty strings count as absent. Throws EnvError with a line for each problem. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(EnvSchema, given);
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const lines = [...wrong, ...missing(given)];
  if (!parsed.success || lines.length > 0) throw new EnvError(lines);
  const { PUBLIC_URL = `http://127.0.0.1:${parsed.data.PORT}` } = parsed.data;
  return { ...parsed.data, PUBLIC_URL: PUBLIC_URL.replace(/\/$/, '') };
}
