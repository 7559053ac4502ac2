import { createChallenge, extractParams, verifySolution } from '@flint/contracts/proof-challenges';
import { PROOF_HEADER } from '@flint/contracts/proof-of-work';
import type { Context } from 'koa';
import type { Connection } from 'mongoose';
import type { Clock } from '../infra/clock';
import { deriveKey } from '../infra/derive-key';
import { ApiError } from './api-error';
import { clientAddress, clientSite } from './client-address';
import { refundOne, spendOne, takeOnce, writeLimit, type Limit } from './rate-limit';

/** An IPv6 site of many networks may do this much more than one network. */
const SITE_FACTOR = 4;
type Payload = Exclude<Parameters<typeof verifySolution>[0], string>;
/** Hashes that a browser computes at most for one proof: about a second on a phone. */
const PROOF_HASHES = 50_000;
const PROOF_SECONDS = 300;

interface Needs {
  readonly db: Connection;
  readonly clock: Clock;
  readonly secret: Buffer;
}

const proofKey = ({ secret }: Needs) => deriveKey(secret, 'proofs-of-work').toString('base64url');

const newChallenge = (needs: Needs) =>
  createChallenge({
    hmacKey: proofKey(needs),
    maxnumber: PROOF_HASHES,
    expires: new Date(needs.clock.now().getTime() + PROOF_SECONDS * 1000),
  });

/** Whether the request carries the solution of one of our challenges, in time and for the first time. */
async function isProven(ctx: Context, needs: Needs): Promise<boolean> {
  let solution: Payload;
  try {
    solution = JSON.parse(atob(ctx.get(PROOF_HEADER))) as Payload;
    // the library takes one that is encoded again, too
    if (typeof solution !== 'object') return false;
    if (!(await verifySolution(solution, proofKey(needs), false))) return false;
    const { expires } = extractParams(solution);
    if (Number(expires) * 1000 <= needs.clock.now().getTime()) return false;
  } catch {
    // not in the form of a solution
    return false;
  }
  // one proof can be written in many ways, and all of them have one signature
  return takeOnce(needs, 'proofs', solution.signature, PROOF_SECONDS);
}

/** The counters of a request: its address, and for IPv6 also its site. */
function countersOf(ctx: Context, limit: Limit) {
  const own = { limit, key: clientAddress(ctx) };
  const site = clientSite(ctx);
  if (site === null) return [own];
  return [own, { limit: { ...limit, name: `${limit.name}-site`, max: limit.max * SITE_FACTOR }, key: site }];
}

/**
 * Counts a request of this client address. Beyond the limit the address is not shut, because a whole campus may share it: the request costs
 * a proof of work, which the page computes by itself. Without one it throws 429 rate_limited with the challenge.
 */
export async function chargeAddress(ctx: Context, needs: Needs, limit: Limit): Promise<void> {
  for (const { limit: each, key } of countersOf(ctx, limit)) {
    const taken = await spendOne(needs, each, key);
    const allowed = taken.allowed || (await isProven(ctx, needs));
    writeLimit(ctx, each, { ...taken, allowed });
    if (!allowed)
      throw new ApiError('rate_limited', {
        retryAfterSeconds: taken.retrySeconds,
        members: { challenge: await newChallenge(needs) },
      });
    // a request beyond the limit of its network does not count for the site, and one proof is enough for both
    if (!taken.allowed) return;
  }
}

/** Undoes chargeAddress. */
export async function refundAddress(ctx: Context, needs: Needs, limit: Limit): Promise<void> {
  for (const { limit: each, key } of countersOf(ctx, limit)) await refundOne(needs, each, key);
}
