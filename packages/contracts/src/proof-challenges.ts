// The server's half of a proof of work, apart from proof-of-work.ts so that no page loads it. Why altcha-lib: it makes, solves and verifies
// signed challenges without storing them, is maintained, and has no dependency.
export { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
