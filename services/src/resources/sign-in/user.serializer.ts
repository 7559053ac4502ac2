import type { User } from './user.model';

/** The user as GoTrue shows it (decisions/004). All responses use it. */
export function toUser(user: User) {
  const { _id: id, email } = user;
  const times = {
    ...(user.lastSignInAt && { last_sign_in_at: user.lastSignInAt.toISOString() }),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
  const confirmed = user.confirmedAt?.toISOString() ?? null;
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    ...(confirmed && { email_confirmed_at: confirmed }),
    phone: '',
    ...(confirmed && { confirmed_at: confirmed }),
    ...times,
    ...(user.bannedUntil ? { banned_until: user.bannedUntil.toISOString() } : {}),
    app_metadata: user.appMetadata,
    user_metadata: { ...user.userMetadata, email_verified: confirmed !== null },
    identities: [
      {
        identity_id: user.identityId,
        id,
        user_id: id,
        identity_data: {
          ...user.userMetadata,
          email,
          email_verified: confirmed !== null,
          phone_verified: false,
          sub: id,
        },
        provider: 'email',
        ...times,
        email,
      },
    ],
    is_anonymous: false,
  };
}
