import { readFile } from 'node:fs/promises';
import type { Env } from '@flint/services';
import { readPlaces, type Finding } from '@flint/services/operations';
import { isReached } from '../release/place';

const NAME = 'places';

/** Whether the university's list of places is usable; a missing one is a finding in production only. */
export async function checkPlaces(env: Env): Promise<Finding[]> {
  const file = env.PLACES_FILE;
  if (!file) {
    const text = 'no PLACES_FILE: nobody is offered a place or a ready plan (docs/operations.md)';
    return isReached(env) ? [{ name: NAME, verdict: 'warning', text }] : [];
  }
  try {
    const { places, problems } = readPlaces(await readFile(file, 'utf8'));
    const [first] = problems;
    if (places.length === 0) return [{ name: NAME, verdict: 'warning', text: `${file} holds no place` }];
    if (!first) return [{ name: NAME, verdict: 'ok', text: `${places.length} in ${file}` }];
    const text = `${places.length} in ${file}, ${problems.length} rows left out: ${first} npx flint operate places check`;
    return [{ name: NAME, verdict: 'warning', text }];
  } catch (error) {
    const text = `${file} cannot be used, nobody is offered a place: ${(error as Error).message}`;
    return [{ name: NAME, verdict: 'warning', text }];
  }
}
