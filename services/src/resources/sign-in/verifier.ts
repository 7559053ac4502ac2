import { createRemoteJWKSet } from 'jose';
import { LRUCache } from 'lru-cache';
import { EnvError, type Env } from '../../env';
import {
  CLOCK_TOLERANCE_SECONDS,
  checkAccessToken,
  type CheckedToken,
  type TokenRules,
} from '../../http/access-token';
import type { Actor, TokenVerifier } from '../../http/session';
import type { Deps } from '../resource';
import { createHostedSessions } from './hosted-sessions';
import { emailRuleOf } from '../../infra/mailbox';
import { signInOf } from './sign-in';

/** Number of checked tokens in the cache. */
const REMEMBERED = 10_000;

interface Mode extends TokenRules {
  /** Whether the token's session is live; may be up to five seconds behind, of a hosted project 60. */
  isLive(token: string, checked: CheckedToken, orErased: boolean): boolean | Promise<boolean>;
}

/** How a hosted project marks that the student read a mail; a password alone proves no mailbox. */
const MAIL_METHODS = ['otp', 'magiclink', 'email/signup', 'invite', 'recovery'];

/** A token must name a mailbox without a tag, because a hosted project has one account per tag. */
const admittedRule = (env: Env) => ({ ...emailRuleOf(env), plusTags: false });

function hostedRules(url: string, env: Env): TokenRules {
  const base = `${url}/auth/v1`;
  const issuer = env.AUTH_ISSUER ?? base;
  const admits = { emailRule: admittedRule(env), methods: MAIL_METHODS };
  if (env.SUPABASE_JWT_SECRET) {
    const keys = new TextEncoder().encode(env.SUPABASE_JWT_SECRET);
    return { ...admits, issuer, keys, algorithms: ['HS256'] };
  }
  const keys = createRemoteJWKSet(new URL(env.AUTH_JWKS_URL ?? `${base}/.well-known/jwks.json`), {
    timeoutDuration: 3_000,
  });
  return { ...admits, issuer, keys, algorithms: ['ES256', 'RS256'] };
}

function modeOf(deps: Deps): Mode {
  const { env } = deps;
  if (env.SUPABASE_URL) {
    return { ...hostedRules(env.SUPABASE_URL, env), ...createHostedSessions(deps) };
  }
  if (env.SUPABASE_JWT_SECRET) throw new EnvError(['SUPABASE_JWT_SECRET: needs SUPABASE_URL']);
  const { issuer, keyring, sessions } = signInOf(deps);
  return {
    issuer,
    emailRule: admittedRule(env),
    keys: keyring.finder(),
    algorithms: ['ES256'],
    isLive: (_token, { actor }) => sessions.isLive(actor.sessionId, actor.userId),
  };
}

/**
 * Checks the access tokens of API calls, from the built-in service or, with SUPABASE_URL, from a hosted project. A signature is verified
 * once per token and process. A session that was ended, or whose account was deleted, is refused within five seconds in every process, of a hosted project within 60.
 */
export function createVerifier(deps: Deps): TokenVerifier {
  const mode = modeOf(deps);
  const rules: TokenRules = { ...mode, now: () => deps.clock.now() };
  const remembered = new LRUCache<string, CheckedToken>({ max: REMEMBERED });
  const expiresAt = ({ expiresAtSeconds }: CheckedToken) =>
    (expiresAtSeconds + CLOCK_TOLERANCE_SECONDS) * 1000;
  /** The actor of a checked token with a live session; other tokens leave the cache. */
  const acceptIfLive = (token: string, checked: CheckedToken, isLive: boolean): Actor | null => {
    if (isLive) return checked.actor;
    remembered.delete(token);
    return null;
  };
  const judge = (
    token: string,
    checked: CheckedToken,
    orErased: boolean,
  ): Actor | null | Promise<Actor | null> => {
    if (expiresAt(checked) <= deps.clock.now().getTime()) return acceptIfLive(token, checked, false);
    const isLive = mode.isLive(token, checked, orErased);
    return typeof isLive === 'boolean'
      ? acceptIfLive(token, checked, isLive)
      : isLive.then((live) => acceptIfLive(token, checked, live));
  };
  const meet = async (token: string, orErased: boolean): Promise<Actor | null> => {
    const checked = await checkAccessToken(token, rules);
    if (!checked) return null;
    const actor = await judge(token, checked, orErased);
    if (actor) remembered.set(token, checked);
    return actor;
  };
  return {
    verify(token, orErased = false) {
      const known = remembered.get(token);
      return known ? judge(token, known, orErased) : meet(token, orErased);
    },
  };
}
