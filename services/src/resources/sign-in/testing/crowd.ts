import { createHash, randomUUID } from 'node:crypto';
import { PROOF_HEADER } from '@flint/contracts/proof-of-work';
import type { Context } from 'koa';
import { deviceOf } from '../device';
import { signInOf } from '../sign-in';
import { users } from '../user.model';
import type { Stage } from './stage';

/** Solves a challenge without the page's pauses, so that the crowd and the attack do not slow the server in the same process down. */
function proofFor(asked: { challenge: string; salt: string; maxnumber: number }): string {
  for (let number = 0; number <= asked.maxnumber; number++)
    if (createHash('sha256').update(`${asked.salt}${number}`).digest('hex') === asked.challenge)
      return btoa(JSON.stringify({ ...asked, number }));
  throw new Error('the challenge has no solution');
}

/** A browser at the sign-in page: it stores the cookie and proves work when it is asked to. */
export function browserOf(stage: Stage, cookie = '') {
  let own = cookie;
  const post = async (path: string, body: object) => {
    const call = (headers: Record<string, string> = {}) =>
      stage.auth(`POST ${path}`, body, { ...(own && { cookie: own }), ...headers });
    let answer = await call();
    if (answer.status === 429 && answer.body.challenge)
      answer = await call({ [PROOF_HEADER]: proofFor(answer.body.challenge) });
    const [set] = answer.headers.getSetCookie();
    if (set) own = set.split(';')[0]!;
    return answer;
  };
  return {
    send: (email: string) => post('/otp', { email, create_user: true }),
    verify: (email: string, token: string) => post('/verify', { email, token, type: 'email' }),
  };
}

/** Makes accounts, as if the students had signed in earlier. */
export async function addAccounts({ server, clock }: Stage, emails: readonly string[]): Promise<void> {
  const at = clock.now();
  await users(server.deps.db).insertMany(
    emails.map((email) => ({
      _id: randomUUID(),
      email,
      identityId: randomUUID(),
      appMetadata: {},
      userMetadata: {},
      confirmedAt: at,
      lastSignInAt: at,
      createdAt: at,
      updatedAt: at,
    })),
  );
}

/** The cookie of a browser that signed in to the mailbox earlier. */
export async function knownCookie({ server }: Stage, email: string): Promise<string> {
  const value = randomUUID().replaceAll('-', '').slice(0, 22);
  const device = deviceOf({ cookies: { get: () => value } } as unknown as Context, server.deps);
  await signInOf(server.deps).codes.remember(email, device!);
  return `flint-device=${value}`;
}
