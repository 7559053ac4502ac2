import type { Context } from 'koa';
import * as LIMITS from '@flint/contracts/limits';
import { refuseBeyond } from '../../http/rate-limit';
import { limitEach } from '../../http/turns';
import { json } from './answer';
import { bearerOf } from './bearer';
import { metadataOf, readBody, refuseLarge } from './body';
import { Refusal, validationFailed } from './refusal';
import type { SignIn } from './sign-in';
import type { LogoutScope } from './sessions';
import { toUser } from './user.serializer';

const FIXED = ['email', 'phone', 'password', 'nonce'];

/** GET /user */
export async function readUser(ctx: Context, signIn: SignIn): Promise<void> {
  const { user } = await bearerOf(ctx, signIn);
  refuseBeyond(await signIn.countRead(user._id));
  json(ctx, toUser(user));
}

/** One change of a student at a time: at once, they would only repeat each other's transactions. Few may wait, since no page makes many. */
const inTurn = limitEach(1, 10);

/** PUT /user: merges `data` into user_metadata. Throws for a changed address or a password, which accounts do not have. */
export async function updateUser(ctx: Context, signIn: SignIn): Promise<void> {
  const { user } = await bearerOf(ctx, signIn);
  refuseBeyond(await signIn.countWrite(user._id));
  const body = await readBody(ctx);
  const fixed = FIXED.find((name) => body[name] !== undefined && body[name] !== null && body[name] !== '');
  if (fixed) throw validationFailed(`Updating ${fixed} is not supported`);
  // GoTrue's message: only its administrators may write this, and Flint has none
  if (body.app_metadata !== undefined && body.app_metadata !== null)
    throw new Refusal(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  const data = metadataOf(body);
  const updated = await inTurn(user._id, () => signIn.accounts.mergeMetadata(user._id, data, refuseLarge));
  if (!updated) throw new Refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  json(ctx, toUser(updated));
}

const SCOPES = ['global', 'local', 'others'] as const satisfies readonly LogoutScope[];

/** POST /logout?scope=: ends this session, all of the user's, or all others, with their refresh tokens. */
export async function logout(ctx: Context, signIn: SignIn): Promise<void> {
  const given = ctx.query.scope ?? 'global';
  const scope = SCOPES.find((name) => name === given);
  const lateSeconds = scope === 'local' ? LIMITS.lateSignOutDays * 86_400 : 0;
  const { user, sessionId } = await bearerOf(ctx, signIn, lateSeconds);
  if (!scope) throw validationFailed(`Unsupported logout scope "${String(given)}"`);
  if (scope === 'local') await signIn.sessions.leave(user._id, sessionId);
  else await signIn.sessions.end(user._id, scope, sessionId);
  ctx.status = 204;
}
