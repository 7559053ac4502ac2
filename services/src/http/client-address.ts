import type { Context } from 'koa';

/** The first four groups of an IPv6 address: one household or device holds the rest. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail === undefined) return groups.slice(0, 4).join(':');
  const after = tail === '' ? [] : tail.split(':');
  const gap = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...gap, ...after].slice(0, 4).join(':');
}

/**
 * What limits count as one client: the IPv4 address, or the IPv6 /64. X-Forwarded-For counts only behind
 * TRUSTED_PROXIES, and then its right-most untrusted entry (Koa's maxIpsCount).
 */
export function clientAddress(ctx: Pick<Context, 'ip'>): string {
  const address = ctx.ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!;
  return address.includes(':') ? `${network64(address.toLowerCase())}::/64` : address;
}
