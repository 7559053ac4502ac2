import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Place, PlaceList } from '@flint/contracts';
import type { Deps } from '../resource';
import { readPlaces, type ReadPlaces } from './read-places';
import { SAMPLE, SAMPLE_CAMPUS } from './sample';
import { coordinatesOf } from './walk';

const MOST_BYTES = 2_000_000;

export interface Places {
  /** Each picture as the address that serves it. */
  readonly list: readonly Place[];
  readonly byId: ReadonlyMap<string, Place>;
  /** Changes with the list. */
  readonly etag: string;
  /** The response body. */
  readonly answer: PlaceList;
}

interface Held {
  /** Size and modification time of the file. */
  version: string;
  places: Places;
}

type Needs = Pick<Deps, 'env' | 'log'>;

const held = new WeakMap<object, Held>();

/** Base path of the pictures. */
export const PICTURES_PATH = '/storage/v1/places';

function placesFrom({ places }: ReadPlaces, timezone: string): Places {
  const items = places.map((place) => ({
    ...place,
    picture: place.picture && `${PICTURES_PATH}/${place.picture}`,
  }));
  const answer = { items, nextCursor: null, timezone };
  const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
  return { list: items, byId: new Map(items.map((place) => [place.id, place])), etag, answer };
}

const campusOf = ({ CAMPUS_AT }: Deps['env']) => (CAMPUS_AT ? coordinatesOf(CAMPUS_AT) : null);

/** Without a file, a demo campus has sample places and a real one has none. */
function withoutFile({ env }: Needs): Held {
  const text = env.NODE_ENV === 'production' ? '[]' : SAMPLE;
  const places = readPlaces(text, campusOf(env) ?? SAMPLE_CAMPUS);
  return { version: 'none', places: placesFrom(places, env.UNIVERSITY_TIMEZONE) };
}

async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file);
  return `${mtimeMs} ${size}`;
}

async function load({ env, log }: Needs, file: string, version: string): Promise<Held> {
  if (Number(version.split(' ')[1]) > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
  const read = readPlaces(await readFile(file, 'utf8'), campusOf(env));
  for (const problem of read.problems) log.warn(`PLACES_FILE: ${problem}`);
  log.info({ places: read.places.length, leftOut: read.problems.length }, 'places read');
  return { version, places: placesFrom(read, env.UNIVERSITY_TIMEZONE) };
}

/**
 * The current places. The file is read again when it changes. If it cannot be read or has no valid place, the previous list stays, and each
 * change is logged once.
 */
export async function placesOf(deps: Needs): Promise<Places> {
  const { env, log } = deps;
  const before = held.get(env);
  const file = env.PLACES_FILE;
  if (!file) {
    const sample = before ?? withoutFile(deps);
    held.set(env, sample);
    return sample.places;
  }
  const version = await versionOf(file).catch(() => 'missing');
  if (before?.version === version) return before.places;
  const now = await load(deps, file, version).catch((error: unknown): Held => {
    log.error(`PLACES_FILE cannot be used, the list before stays: ${(error as Error).message}`);
    return { version, places: before?.places ?? placesFrom(readPlaces('[]'), env.UNIVERSITY_TIMEZONE) };
  });
  held.set(env, now);
  return now.places;
}
