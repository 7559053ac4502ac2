import { fail } from '../errors';

const EVERY = 256;

/** A check to call for each document: 50 once the command has taken longer than its maxTimeMS. */
export function deadline(milliseconds: number | undefined): () => void {
  if (!milliseconds) return () => undefined;
  const end = Date.now() + milliseconds;
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % EVERY === 0 && Date.now() > end) fail(50, 'operation exceeded time limit');
  };
}
