import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { keyedHash } from '../../infra/keyed-hash';
import type { Deps } from '../resource';

/** A cookie that names a browser at one of our origins. */
interface DeviceCookie {
  readonly name: string;
  readonly path: string;
  readonly isSecure: boolean;
}
const NAME_OF_STUDENTS = 'flint-device';

const YEAR_MS = 365 * 86_400_000;
const VALUE = /^[\w-]{22}$/;

const hashOf = (deps: Pick<Deps, 'secret'>, name: string) => keyedHash(deps, 'sign-in/devices', name);

function sentIn(ctx: Context, name = NAME_OF_STUDENTS): string | null {
  const value = ctx.cookies.get(name);
  return value !== undefined && VALUE.test(value) ? value : null;
}

/** The browser's id from a cookie that scripts cannot read; null without the cookie. */
export function deviceOf(
  ctx: Context,
  deps: Pick<Deps, 'secret'>,
  { name }: Partial<DeviceCookie> = {},
): string | null {
  const value = sentIn(ctx, name);
  return value === null ? null : hashOf(deps, value);
}

/** The same; sets the cookie, for a year from now, so that it outlives the session that it is for. */
export function nameDevice(
  ctx: Context,
  deps: Pick<Deps, 'secret' | 'env'>,
  cookie: DeviceCookie = {
    name: NAME_OF_STUDENTS,
    path: '/auth/v1',
    isSecure: deps.env.PUBLIC_URL.startsWith('https:'),
  },
): string {
  const value = sentIn(ctx, cookie.name) ?? randomBytes(16).toString('base64url');
  // a proxy may reach us by plain http, where Koa refuses a secure cookie, so the header is written directly
  const parts = [
    `${cookie.name}=${value}`,
    `Path=${cookie.path}`,
    `Max-Age=${YEAR_MS / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  ctx.append('set-cookie', [...parts, ...(cookie.isSecure ? ['Secure'] : [])].join('; '));
  return hashOf(deps, value);
}
