import { isIP } from 'node:net';
import { isPublicIp } from '../../infra/public-address';

/** Whether an endpoint may be called at all; names are looked at again when they are resolved. */
export function isPushAddress(endpoint: string, allowsLocal: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (allowsLocal && protocol === 'http:' && hostname === '127.0.0.1') return true;
  if (protocol !== 'https:' || port !== '') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isPublicIp(host);
  return host.includes('.') && !/\.(?:local|localhost|internal)\.?$/.test(host);
}
