import { readFile } from 'node:fs/promises';
import type { Env } from '@flint/services';
import { ok, readPlaces, warning, type Finding } from '@flint/services/operations';
import { isReached } from '../release/place';

const NAME = 'places';

/** Whether the university's list of places is usable; a missing one is a finding in production only. */
export async function checkPlaces(env: Env): Promise<Finding[]> {
  const file = env.PLACES_FILE;
  if (!file) {
    const text = 'no PLACES_FILE: nobody is offered a place or a ready plan (docs/operations.md)';
    return isReached(env) ? [warning(NAME, text)] : [];
  }
  try {
    const { places, problems } = readPlaces(await readFile(file, 'utf8'));
    const [first] = problems;
    if (places.length === 0) return [warning(NAME, `${file} holds no place`)];
    if (!first) return [ok(NAME, `${places.length} in ${file}`)];
    const text = `${places.length} in ${file}, ${problems.length} rows left out: ${first} npx flint operate places check`;
    return [warning(NAME, text)];
  } catch (error) {
    const text = `${file} cannot be used, nobody is offered a place: ${(error as Error).message}`;
    return [warning(NAME, text)];
  }
}
