import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Deps } from '../resource';
import { answer } from './answer';
import { createCors } from './cors';
import { requestCode } from './otp';
import { readHealth, readKeys, readSettings } from './public-pages';
import { Refusal } from './refusal';
import { resend } from './resend';
import { signInOf, type SignIn } from './sign-in';
import { refreshSession } from './token';
import { logout, readUser, updateUser } from './user';
import { verifyCode } from './verify';

const BASE = '/auth/v1';

type Handler = (ctx: Context, signIn: SignIn) => Promise<void>;

/** All endpoints of the service, by path and method (decisions/004). */
const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  '/otp': { POST: requestCode },
  '/verify': { POST: verifyCode },
  '/token': { POST: refreshSession },
  '/user': { GET: readUser, PUT: updateUser },
  '/logout': { POST: logout },
  '/resend': { POST: resend },
  '/.well-known/jwks.json': { GET: readKeys },
  '/settings': { GET: readSettings },
  '/health': { GET: readHealth },
};

function handlerOf(ctx: Context): Handler {
  const path = ctx.path.slice(BASE.length).replace(/\/$/, '');
  const methods = Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
  if (!methods) throw new Refusal(404, 'not_found', 'There is nothing at this address');
  const handler = methods[ctx.method === 'HEAD' ? 'GET' : ctx.method];
  if (handler) return handler;
  ctx.set('allow', Object.keys(methods).join(', '));
  throw new Refusal(405, 'method_not_allowed', 'This address does not answer that method');
}

/**
 * Makes every refusal under /auth/v1 JSON in GoTrue's shape, readable by the origins that may call it: those of load shedding too, which
 * come before the routes.
 */
export function refuseAsGoTrue(deps: Deps): Middleware {
  const cors = createCors(deps.env);
  return async (ctx, next) => {
    // as the router reads paths
    if (!/^\/auth\/v1(?:\/|$)/i.test(ctx.path)) return next();
    cors(ctx);
    await answer(ctx, deps.log, next);
  };
}

/** Mounts the service. Every response under /auth/v1 is JSON, errors and unknown paths included. */
export function mountSignIn(router: Router, deps: Deps): void {
  const signIn = signInOf(deps);
  router.all(`${BASE}{/*rest}`, async (ctx) => {
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      return;
    }
    await handlerOf(ctx)(ctx, signIn);
  });
}
