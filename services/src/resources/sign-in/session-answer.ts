import { SignJWT } from 'jose';
import type { Context } from 'koa';
import { json } from './answer';
import type { SignIn } from './sign-in';
import type { Session } from './session.model';
import type { User } from './user.model';
import { toUser } from './user.serializer';

const ACCESS_TOKEN_SECONDS = 3600;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Answers 200 with the session (decisions/004): a new access token and the active refresh token. */
export async function answerSession(
  ctx: Context,
  signIn: SignIn,
  user: User,
  session: Session,
): Promise<void> {
  const { keyring, sessions, issuer, deps } = signIn;
  const { kid, privateKey } = await keyring.signing();
  const shown = toUser(user);
  const issuedAt = seconds(deps.clock.now());
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const accessToken = await new SignJWT({
    email: user.email,
    phone: '',
    app_metadata: shown.app_metadata,
    user_metadata: shown.user_metadata,
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
  json(ctx, {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: sessions.refreshTokenOf(session),
    user: shown,
  });
}
