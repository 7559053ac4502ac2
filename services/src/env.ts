import { createECDH } from 'node:crypto';
import { mailboxOf } from '@flint/contracts/university-email';
import * as z from 'zod/mini';
import { TAKES } from './env-takes';
import { coordinatesOf } from './resources/places/walk';
import { zoneNamed } from '@flint/contracts/week/zone-named';

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65535));
const text = (fallback: string) => z._default(z.string().check(z.trim(), z.minLength(1)), fallback);

/** Whether it is a host name with a dot (RFC 1035). */
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

/** Without the slash at its end, because paths are added. */
const withoutSlash = (address: string) => address.replace(/\/$/, '');

const areOrigins = (text: string): boolean =>
  text.split(',').every((origin) => /^(?:https?:\/\/[\w.-]+(?::\d{1,5})?\/?)?$/.test(origin.trim()));

/** Whether it is the root of its host; another check reports what is no address. */
const isAtRoot = (address: string) =>
  !URL.canParse(address) || /^https?:\/\/[^/]+\/$/.test(new URL(address).href);

/** Whether a secret looks typed: few different letters (32 random hex digits have at least nine), or mostly the same words again and again. */
const isTyped = (secret: string) =>
  new Set(secret).size < 9 || (/^(.{1,16})\1+/.exec(secret)?.[0].length ?? 0) > secret.length / 2;

/** `Name <address>` or an address alone, on one line. */
const isSender = (text: string): boolean =>
  /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text);

/** `offers=12`, or nothing. */
const LEAST = /^\s*(?:[a-z][a-z0-9-]*\s*=\s*\d{1,15}\s*)?$/;
const OPERATOR = /^([a-z][a-z0-9._-]{1,39})=([^\s@=,]+@[^\s@=,]+)$/;

/** Operators of the desk by the mailbox for their codes; null if the text is malformed or names one twice. */
export function deskOperators(text: string): ReadonlyMap<string, string> | null {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim().toLowerCase())
    .filter((pair) => pair !== '')
    .map((pair) => OPERATOR.exec(pair));
  const byAddress = new Map(pairs.map((pair) => [mailboxOf(pair?.[2] ?? ''), pair?.[1] ?? '']));
  const isPlain = pairs.every((pair) => pair !== null) && byAddress.size === pairs.length;
  return isPlain && new Set(byAddress.values()).size === pairs.length ? byAddress : null;
}
const areOperators = (text: string) => deskOperators(text) !== null;

/** That many bytes in base64url, without padding. */
const keyOf = (bytes: number) =>
  z
    .string()
    .check(z.refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes));

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
  /** Whether hosts below UNIVERSITY_EMAIL_HOST belong to the university. */
  UNIVERSITY_EMAIL_SUBDOMAINS: flag(false),
  /** Whether a student may type `ann+tag@` for `ann@`; the account is that of the mailbox either way. */
  UNIVERSITY_EMAIL_PLUS_TAGS: flag(false),
  /** Further aliases of one mailbox, as the university delivers mail; set before the first student signs in. */
  UNIVERSITY_EMAIL_ALIASES: z._default(z.string().check(z.regex(/^[.\-=]*$/)), ''),
  UNIVERSITY_TIMEZONE: z
    ._default(z.string(), 'America/Toronto')
    .check(z.refine((name) => zoneNamed(name) !== null)),
  /** Where browsers reach Flint; issuer of tokens and base of photo addresses. Default: this machine at PORT. */
  PUBLIC_URL: z.optional(z.url().check(z.refine(isAtRoot))),
  PORT: z._default(port, 4300),
  /** Address to listen on; containers need 0.0.0.0. */
  HOST: text('127.0.0.1'),
  MONGODB_URI: z.optional(z.string().check(z.regex(/^mongodb(?:\+srv)?:\/\/[^/]+\/[^/?]+/))),
  /** Folder for the embedded database, photos, keys and the outbox. */
  DATA_DIR: text('.data'),
  /** An S3-compatible store for photos, shared by all processes. Default: files in DATA_DIR. */
  S3_ENDPOINT: z.optional(z.url()),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  S3_REGION: text('us-east-1'),
  /** Folder inside the bucket, ending with a slash. */
  S3_PREFIX: z._default(z.string().check(z.regex(/^(?:[a-z0-9-]+\/)*$/)), ''),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** A hosted Supabase project; these settings alone replace the sign-in service. */
  SUPABASE_URL: z.optional(z.url().check(z.overwrite(withoutSlash))),
  SUPABASE_KEY: text('sb_publishable_local'),
  /** With it, the deletion of an account also deletes the project's user. */
  SUPABASE_SERVICE_KEY: z.optional(z.string()),
  SUPABASE_JWT_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** Issuer of tokens and source of their keys if different from SUPABASE_URL (proxies, containers). */
  AUTH_ISSUER: z.optional(z.url()),
  AUTH_JWKS_URL: z.optional(z.url()),
  /** Further origins that may call the built-in sign-in service, separated by commas. */
  AUTH_ALLOWED_ORIGINS: z._default(z.string(), '').check(z.refine(areOrigins)),
  /** Whether a request that must not create an account reveals that there is none. */
  AUTH_REVEAL_ACCOUNTS: flag(false),
  /** Sign-in mails per hour, for all students together. */
  CODE_MAILS_PER_HOUR: z._default(z.coerce.number().check(z.int(), z.gte(1)), 8000),
  /** Factor for what costs a network address nothing at sign-in; raise it for a campus behind one address. */
  IP_LIMIT_FACTOR: z._default(z.coerce.number().check(z.gte(0.01), z.lte(1000)), 1),
  /** Master secret; keys for codes, refresh tokens and signed photo addresses are derived from it. */
  FLINT_SECRET: z.optional(
    z.string().check(
      z.minLength(32),
      z.refine((secret) => !isTyped(secret)),
    ),
  ),
  /**
   * `id:key, id:key`: 32-byte keys in base64 that seal sensitive fields. The first start seals with the first one, later
   * `npx flint operate data-keys rotate` chooses; the others open older values.
   */
  DATA_KEYS: z.optional(z.string().check(z.refine(areDataKeys))),
  /** smtp://user:pass@host:port. Default: mail goes to the outbox folder and page. */
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//))),
  /** Whether mail may be sent without TLS; only for a relay on this machine or in the same container network. */
  SMTP_PLAINTEXT: flag(false),
  /** Whether alerts may be sent to an http address of this machine; for tests and demonstrations. */
  PUSH_LOCAL: flag(false),
  /** The key pair that signs alerts (Web Push), in base64url, and a contact for push services. Default: derived from FLINT_SECRET. */
  VAPID_PUBLIC_KEY: z.optional(keyOf(65)),
  VAPID_PRIVATE_KEY: z.optional(keyOf(32)),
  VAPID_SUBJECT: z.optional(
    z.string().check(z.regex(/^(?:https:\/\/|mailto:)[^\s@]+(?:@[^\s@]+)?$/), z.maxLength(200)),
  ),
  MAIL_FROM: text('Flint <no-reply@localhost>').check(z.refine(isSender)),
  /** How matching rounds are started: 'auto', by one API process each night; 'command', only by `npx flint operate round` (cron). */
  ROUNDS: z._default(z.enum(['auto', 'command']), 'auto'),
  /** Share of the eligible pairs that each round leaves out at random, so that no absence from a list proves an answer. Default: 0.1, in tests 0. */
  ROUND_OMITS: z.optional(z.coerce.number().check(z.gte(0), z.lte(0.5))),
  /** Address for notices of safety reports. Default: operators read `npx flint operate safety`. */
  SAFETY_EMAIL: z.optional(z.email()),
  /** Operators of the safety desk: `name=address` pairs separated by commas. Each must also be an operator of `npx flint operate safety operators`. */
  DESK_OPERATORS: z._default(z.string(), '').check(z.refine(areOperators)),
  /** Port of the desk. Default: 90 above PORT. */
  DESK_PORT: z.optional(port),
  /** Where operators' browsers reach the desk, on a host name of its own. Default: this machine at DESK_PORT. */
  DESK_URL: z.optional(z.url()),
  /** Emergency contacts shown with every date: `name|phone or address` pairs separated by semicolons. */
  SAFETY_CONTACTS: z._default(z.string(), 'Emergency services|911').check(z.refine(areContacts)),
  /** A list of places for first dates, JSON or CSV. Default: a sample, or none in production. */
  PLACES_FILE: z.optional(z.string()),
  /** The middle of the campus, `latitude, longitude`, from which the walking time to a place is computed. Default: none is shown. */
  CAMPUS_AT: z.optional(z.string().check(z.refine((text) => coordinatesOf(text) !== null))),
  /** Where released remotes are stored (default: DATA_DIR/releases), and where browsers reach them if not here. */
  RELEASES: z.optional(z.string()),
  RELEASES_URL: z.optional(z.url()),
  /** Number of earlier releases of a remote that a new release retains. */
  RELEASES_KEEP: z._default(z.coerce.number().check(z.int(), z.gte(1)), 5),
  /** The least number of a remote's pointer (`offers=12, photos=3`), for a server that may lose DATA_DIR. */
  RELEASES_LEAST: z.optional(
    z.string().check(z.refine((text) => text.split(',').every((pair) => LEAST.test(pair)))),
  ),
  /** Credentials that may write releases but not photos, if RELEASES is a bucket. */
  RELEASES_S3_ACCESS_KEY_ID: z.optional(z.string()),
  RELEASES_S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** File with the public keys whose releases this shell trusts (`npx flint release keys`). */
  RELEASE_KEYS: z.optional(z.string()),
  /** For releasing: a private key's file, or a command that signs (stdin to stdout) and the id of its key. */
  RELEASE_KEY: z.optional(z.string()),
  RELEASE_SIGNER: z.optional(z.string()),
  RELEASE_KEY_ID: z.optional(z.string()),
  /** Number of trusted proxies in front; 0 ignores X-Forwarded-For. */
  TRUSTED_PROXIES: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(5)), 0),
  /** Where `npx flint run web` and `npx flint release list` reach an API process, to read release counts. */
  API_URL: z.optional(z.url()),
  /** Bearer token for /metrics; without it there is no /metrics. */
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
});

/** All settings, with derived ones filled in. */
export type Env = z.output<typeof EnvSchema> & { readonly PUBLIC_URL: string };

/** Thrown for wrong settings, with one line per variable. The process exits with 78 (EX_CONFIG). */
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

/** Whether the two keys belong together. */
function isPair(publicKey: unknown, privateKey: unknown): boolean {
  const ecdh = createECDH('prime256v1');
  try {
    ecdh.setPrivateKey(String(privateKey), 'base64url');
    return ecdh.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** Whether SUPABASE_KEY, which browsers get, is a secret one: the key for deletions, or an older project's of another role than the anonymous one. */
function isSecretKey({ SUPABASE_KEY: key, SUPABASE_SERVICE_KEY: secret }: Given): boolean {
  const claims = Buffer.from(String(key).split('.')[1] ?? '', 'base64url').toString();
  return key === secret || /^\s*sb_secret_/.test(String(key)) || /"role":\s*"(?!anon")/.test(claims);
}

/** Problems no single variable shows: settings that need each other, and what production requires. */
function missing(given: Given): string[] {
  const needed: string[] = [];
  if (given.NODE_ENV === 'production')
    needed.push(
      ...PRODUCTION.filter((name) => !given[name]).map((name) => `${name}: required in production`),
    );
  if (given.TENANTS_FILE)
    needed.push(
      'TENANTS_FILE: one installation serves one university now; `npx flint operate universities <folder>` writes the settings of each',
    );
  if (given.NODE_ENV === 'production' && !String(given.PUBLIC_URL).startsWith('https://'))
    needed.push('PUBLIC_URL: production needs an https address');
  if (given.NODE_ENV === 'production' && given.PUSH_LOCAL === 'true')
    needed.push('PUSH_LOCAL: not in production');
  if (given.SUPABASE_URL && !given.SUPABASE_KEY)
    needed.push('SUPABASE_KEY: required with SUPABASE_URL; copy the publishable key from the project');
  if (given.SUPABASE_KEY && isSecretKey(given))
    needed.push('SUPABASE_KEY: secret, and browsers get it; copy the publishable key from the project');
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

type Source = Readonly<Record<string, string | undefined>>;

/** Settings from environment variables; empty strings count as absent. Throws EnvError with a line for each problem. */
export const readEnv = (source: Source): Env => parseSettings(source, missing);

/** Those of a page server, which needs no secret of the API and no key of its stores. */
export const readPageEnv = (source: Source): Env => parseSettings(source, () => []);

function parseSettings(source: Source, missing: (given: Given) => readonly string[]): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(EnvSchema, given);
  const wrong = parsed.success
    ? []
    : [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].map(
        (name) => `${name}: takes ${TAKES[name]}`,
      );
  const lines = [...wrong, ...missing(given)];
  if (!parsed.success || lines.length > 0) throw new EnvError(lines);
  const { PUBLIC_URL = `http://127.0.0.1:${parsed.data.PORT}` } = parsed.data;
  return { ...parsed.data, PUBLIC_URL: withoutSlash(PUBLIC_URL) };
}
