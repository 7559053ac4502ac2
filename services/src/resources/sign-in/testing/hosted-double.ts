import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listening } from '@flint/testing/listening';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Of the project’s owner. */
export const SERVICE_KEY = 'sb_secret_1';

interface Made {
  /** Claims that replace or extend those of a valid token. */
  readonly claims?: Record<string, unknown>;
  /** Members that replace or extend those of GET /user. */
  readonly user?: Record<string, unknown>;
}

/** A hosted project as the API sees it: public keys, GET /user, and the deletion of a user. It accepts any address, confirmed or not, as a real project may. */
export async function startHostedDouble(clock = { now: () => new Date() }) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'hosted', alg: 'ES256' };
  const known = new Map<string, object>();
  const deleted: string[] = [];
  let isDown = false;
  const server = createServer((request, response) => {
    if (isDown) return void response.destroy();
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url?.endsWith('/jwks.json')) return void send(200, { keys: [jwk] });
    const [, id] = /^\/auth\/v1\/admin\/users\/(.+)$/.exec(request.url ?? '') ?? [];
    if (id && request.headers.authorization !== `Bearer ${SERVICE_KEY}`) return void send(401, {});
    if (id) return void send(deleted.push(id) && 200, {});
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const user = known.get(token);
    // GET /user, and POST /logout
    const code =
      Number(decodeJwt(token).exp) * 1000 > clock.now().getTime() ? 'session_not_found' : 'bad_jwt';
    const isOther = (each: string) => each !== token && decodeJwt(each).sub === decodeJwt(token).sub;
    if (request.url?.endsWith('?scope=others'))
      for (const each of known.keys()) if (isOther(each)) known.delete(each);
    return void (user && code !== 'bad_jwt' ? send(200, user) : send(403, { code: 403, error_code: code }));
  });
  const { url, close } = await listening(server);
  return {
    url,
    deleted,
    setDown: (down: boolean) => (isDown = down),
    knows: (token: string) => known.has(token),
    /** Ends the session of a token, like a sign-out at the project. */
    end: (token: string) => void known.delete(token),
    /** Bans the user of a token; an older project goes on to answer for it. */
    ban: (token: string) =>
      void known.set(token, { ...known.get(token), banned_until: '2999-01-01T00:00:00Z' }),
    /** Issues an access token and the matching user. */
    async token(email: string, { claims = {}, user = {} }: Made = {}): Promise<string> {
      const id = randomUUID();
      const now = Math.floor(clock.now().getTime() / 1000);
      const token = await new SignJWT({
        iss: `${url}/auth/v1`,
        sub: id,
        aud: 'authenticated',
        exp: now + 3600,
        iat: now,
        email,
        role: 'authenticated',
        session_id: randomUUID(),
        is_anonymous: false,
        amr: [{ method: 'otp', timestamp: now }],
        user_metadata: { email_verified: true },
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'hosted' })
        .sign(privateKey);
      const confirmed = new Date(now * 1000).toISOString();
      known.set(token, { id, email, email_confirmed_at: confirmed, is_anonymous: false, ...user });
      return token;
    },
    [Symbol.asyncDispose]: close,
  };
}
