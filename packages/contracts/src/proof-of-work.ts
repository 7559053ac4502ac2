/** Carries the solution of a challenge. */
export const PROOF_HEADER = 'x-flint-proof';

interface Challenge {
  readonly algorithm: string;
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

async function challengeIn(response: Response): Promise<Challenge | undefined> {
  if (response.status !== 429) return undefined;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { challenge?: Challenge } | null;
  return body?.challenge;
}

/**
 * A fetch that repeats a request which was refused for a proof of work, once, with the proof. A crowded network address must prove some
 * work for each request (services/src/http/shared-address.ts).
 */
export const withProof =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    const asked = await challengeIn(response);
    if (!asked) return response;
    const { solveChallenge } = await import('altcha-lib/v1');
    const { algorithm, challenge, maxnumber, salt, signature } = asked;
    const solved = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
    if (!solved) return response;
    const headers = new Headers(init?.headers);
    const proof = { algorithm, challenge, salt, signature, number: solved.number };
    headers.set(PROOF_HEADER, btoa(JSON.stringify(proof)));
    return send(input, { ...init, headers });
  };
