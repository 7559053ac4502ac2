import { isIP } from 'node:net';
import { isPublicIp } from '../../infra/public-address';

/** Whether the server may call an endpoint. Its host name is checked again when it is resolved. */
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
