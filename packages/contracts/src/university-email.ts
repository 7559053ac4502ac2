/** The rule for addresses of the university. */
export interface EmailRule {
  /** Lower-case host, such as `campus.edu`. */
  readonly host: string;
  /** Whether subdomains count, too (`cs.campus.edu`). Default: no. */
  readonly subdomains?: boolean | undefined;
  /** Whether `ann+tag@` is accepted as `ann@`; the account is the mailbox's either way. Default: no. */
  readonly plusTags?: boolean | undefined;
  /** Further aliases of one mailbox: `.` is ignored, a tag follows `-` or `=`. Default: none. */
  readonly aliases?: string | undefined;
}

/** Longest address a mailbox can have (RFC 5321). */
export const EMAIL_MAX = 254;

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const TOP_LABEL = /^[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

function split(address: string): readonly [local: string, host: string] | null {
  const [local, host, ...more] = address.split('@');
  return local === undefined || host === undefined || more.length > 0 ? null : [local, host];
}

/**
 * Whether a text is one plain mail address: ASCII only, one `@`, no quotes, lists, names, spaces or control characters, a
 * host of two labels or more whose last is no number (decisions/004, the strict reading). The case is not folded before the check, because
 * that would turn U+212A into `k`.
 */
export function isEmailAddress(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > EMAIL_MAX) return false;
  const parts = split(text);
  if (!parts) return false;
  const [local, host] = parts;
  const labels = host.split('.');
  return (
    local.length <= 64 &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LABEL.test(labels.at(-1)!)
  );
}

const isOurs = (host: string, rule: EmailRule) =>
  host === rule.host || (rule.subdomains === true && host.endsWith(`.${rule.host}`));

/**
 * The rule for who may sign in, on client and server: the lower-case address if `text` is an address of the university, else null. The host
 * must be equal, or a subdomain where those count (spec 5).
 */
export function universityEmail(text: unknown, rule: EmailRule): string | null {
  if (!isEmailAddress(text)) return null;
  const address = text.toLowerCase();
  const [local, host] = split(address)!;
  if (!isOurs(host, rule) || (rule.plusTags !== true && local.includes('+'))) return null;
  return address;
}

/**
 * The mailbox of an address: without its plus tag, and by the university's rule without the aliases of its addresses, so that limits count all
 * of them together. Other addresses are unchanged.
 */
export function mailboxOf(address: string, rule?: EmailRule): string {
  const parts = split(address);
  if (!parts) return address;
  const [local, host] = parts;
  const aliases = rule && isOurs(host, rule) ? (rule.aliases ?? '') : '';
  const tags = ['+', ...'-='].filter((sign) => sign === '+' || aliases.includes(sign));
  const ends = tags.map((sign) => local.indexOf(sign, 1)).filter((at) => at > 0);
  const name = local.slice(0, Math.min(local.length, ...ends));
  return `${aliases.includes('.') ? name.replaceAll('.', '') : name}@${host}`;
}
