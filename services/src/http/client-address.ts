import type { Context } from 'koa';

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => parseInt(group, 16) || 0);
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0);
  return (tail === undefined ? before : [...before, ...gap, ...after]).slice(0, 8);
}

/** Without the port that some proxies add to X-Forwarded-For: each connection would be a client of its own. */
const withoutPort = (ip: string) =>
  ip.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

const plainAddress = ({ ip }: Pick<Context, 'ip'>) =>
  withoutPort(ip)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .split('%', 1)[0]!;

/**
 * The key of a client for limits: the IPv4 address, or the IPv6 /56, which is usually one household. X-Forwarded-For is used only behind
 * TRUSTED_PROXIES, and then its right-most untrusted entry (Koa's maxIpsCount).
 */
export function clientAddress(ctx: Pick<Context, 'ip'>): string {
  const address = plainAddress(ctx);
  if (!address.includes(':')) return address;
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(address);
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** The site of an IPv6 client, its /48, which one customer may own; null for IPv4. */
export function clientSite(ctx: Pick<Context, 'ip'>): string | null {
  const address = plainAddress(ctx);
  if (!address.includes(':')) return null;
  const groups = groupsOf(address).slice(0, 3);
  return `${groups.map((group) => group.toString(16)).join(':')}::/48`;
}
