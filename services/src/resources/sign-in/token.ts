import type { Context } from 'koa';
import { readBody, textOf } from './body';
import { deviceOf } from './device';
import { limitRefreshes } from './limits';
import { decodeRefreshToken } from './refresh-token';
import { Refusal } from './refusal';
import { answerSession } from './session-answer';
import type { SignIn } from './sign-in';

const refused = (code: string, detail: string) => new Refusal(400, code, `Invalid Refresh Token: ${detail}`);

/** POST /token?grant_type=refresh_token: a new access token and the active refresh token of the session. */
export async function refreshSession(ctx: Context, signIn: SignIn): Promise<void> {
  if (ctx.query.grant_type !== 'refresh_token') {
    throw new Refusal(400, 'invalid_credentials', 'unsupported_grant_type');
  }
  const token = textOf(await readBody(ctx), 'refresh_token');
  const claims = decodeRefreshToken(token, signIn.deps.secret);
  if (claims) await limitRefreshes(ctx, signIn, claims.sessionId);
  const session = await signIn.sessions.refresh(token, deviceOf(ctx, signIn.deps));
  const user = await signIn.accounts.byId(session.userId);
  if (!user) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
  if (signIn.accounts.isBanned(user)) throw refused('user_banned', 'User Banned');
  await answerSession(ctx, signIn, user, session);
}
