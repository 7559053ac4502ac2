import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses outside the public internet (RFC 6890). An address that somebody else chose must not make this server call its own network. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');

/** Global unicast; addresses that wrap an IPv4 address are excluded below. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
const WRAPPING_6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  WRAPPING_6.addSubnet(net, bits, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicIp(ip: string): boolean {
  if (isIP(ip) === 4) return !PRIVATE.check(ip, 'ipv4');
  return PUBLIC_6.check(ip, 'ipv6') && !WRAPPING_6.check(ip, 'ipv6');
}

/** Resolves a name for a connection and refuses private addresses at every lookup (DNS rebinding). */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [], 0);
    const allowed = found.filter(({ address }) => isPublicIp(address));
    const [first] = allowed;
    if (!first || allowed.length < found.length)
      return callback(Object.assign(new Error('a private address'), { code: 'EPRIVATE' }), [], 0);
    return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
  });
};
