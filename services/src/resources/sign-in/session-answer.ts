import { SignJWT } from 'jose';
import type { Context } from 'koa';
import { json } from './answer';
import type { SignIn } from './sign-in';
import type { Session } from './session.model';
import type { User } from './user.model';
import { toUser } from './user.serializer';

const ACCESS_TOKEN_SECONDS = 3600;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** A new access token of a session (decisions/004). */
export async function signAccessToken({ keyring, issuer, deps }: SignIn, user: User, session: Session) {
  const { kid, privateKey } = await keyring.signing();
  const { app_metadata, user_metadata } = toUser(user);
  const issuedAt = seconds(deps.clock.now());
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const accessToken = await new SignJWT({
    email: user.email,
    phone: '',
    app_metadata,
    user_metadata,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'otp', timestamp: seconds(session.createdAt) }],
    session_id: session._id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user._id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { accessToken, expiresAt };
}

/** Answers 200 with the session: a new access token and the active refresh token. */
export async function answerSession(
  ctx: Context,
  signIn: SignIn,
  user: User,
  session: Session,
): Promise<void> {
  const { accessToken, expiresAt } = await signAccessToken(signIn, user, session);
  json(ctx, {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: signIn.sessions.refreshTokenOf(session),
    user: toUser(user),
  });
}
