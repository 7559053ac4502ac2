import type { Context } from 'koa';
import { json } from './answer';
import type { SignIn } from './sign-in';

/** Every provider GoTrue knows; only email is enabled. */
const PROVIDERS =
  'anonymous_users apple azure bitbucket discord email facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion phone slack slack_oidc snapchat spotify twitch twitter workos zoom';

const SETTINGS = {
  external: Object.fromEntries(PROVIDERS.split(' ').map((name) => [name, name === 'email'])),
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  passkeys_enabled: false,
};

/** Browsers cache the keys for ten minutes, like the client itself. */
const TEN_MINUTES = 'public, max-age=600';

/** GET /.well-known/jwks.json */
export async function readKeys(ctx: Context, { keyring }: SignIn): Promise<void> {
  json(ctx, { keys: await keyring.published() });
  ctx.set('cache-control', TEN_MINUTES);
}

/** GET /settings */
export async function readSettings(ctx: Context): Promise<void> {
  json(ctx, SETTINGS);
  ctx.set('cache-control', TEN_MINUTES);
}

/** GET /health */
export async function readHealth(ctx: Context): Promise<void> {
  json(ctx, {
    version: 'flint-1',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
  ctx.set('cache-control', TEN_MINUTES);
}
