import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';

const COOKIE = 'flint-device';
const YEAR_MS = 365 * 86_400_000;
const NAME = /^[\w-]{22}$/;

const hashOf = ({ secret }: Pick<Deps, 'secret'>, name: string) =>
  createHmac('sha256', deriveKey(secret, 'sign-in/devices')).update(name).digest('base64url');

/** The browser's id from a cookie that scripts cannot read; null without the cookie. */
export function deviceOf(ctx: Context, deps: Pick<Deps, 'secret'>): string | null {
  const name = ctx.cookies.get(COOKIE);
  return name !== undefined && NAME.test(name) ? hashOf(deps, name) : null;
}

/** The same; sets the cookie if there is none. */
export function nameDevice(ctx: Context, deps: Pick<Deps, 'secret' | 'env'>): string {
  const known = deviceOf(ctx, deps);
  if (known !== null) return known;
  const name = randomBytes(16).toString('base64url');
  const isSecure = deps.env.PUBLIC_URL.startsWith('https:');
  // a proxy may reach us by plain http, where Koa refuses a secure cookie, so the header is written directly
  const parts = [
    `${COOKIE}=${name}`,
    'Path=/auth/v1',
    `Max-Age=${YEAR_MS / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  ctx.append('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
  return hashOf(deps, name);
}
