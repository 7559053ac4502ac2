import { gridToSlots } from '@flint/contracts/week/index';
import { mongo } from 'mongoose';
import { cipherOf } from '../src/infra/field-cipher';
import { photoStore } from '../src/infra/photo-store';
import { availabilities } from '../src/resources/availability/availability.model';
import { albums, uploads } from '../src/resources/photos/photo.model';
import { remakePicture, type Pictures } from '../src/resources/photos/picture';
import { profiles, sealedPlace } from '../src/resources/profile/profile.model';
import type { Deps } from '../src/resources/resource';
import { contactMarks } from '../src/resources/safety/pair.model';
import { markOf } from '../src/resources/safety/marks';
import { users } from '../src/resources/sign-in/user.model';
import { buildAnswers } from './answers';
import { NAMES } from './names';
import { describePortrait, drawPortrait } from './portrait';
import { createRandom, type Random } from './random';
import { freeHours } from './student';

const BATCH = 250;
/** Portraits drawn per campus; many students share each one, under keys of their own. */
const PORTRAITS = 24;
const WRITES_AT_ONCE = 32;

interface Wish {
  readonly students: number;
  readonly seed?: number;
  /** Called after each batch with the number of students so far. */
  readonly onProgress?: (done: number) => void;
}

const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => random.int(0, 15).toString(16)).join('');

const uuid = (random: Random) =>
  [hex(random, 8), hex(random, 4), `4${hex(random, 3)}`, `8${hex(random, 3)}`, hex(random, 12)].join('-');

async function drawAll(random: Random): Promise<Pictures[]> {
  const drawn: Pictures[] = [];
  for (let i = 0; i < PORTRAITS; i++)
    drawn.push(await remakePicture(await drawPortrait(describePortrait(random))));
  return drawn;
}

/** Everything stored about one student, and the picture for their photo's key. */
function buildStudent(deps: Deps, random: Random, number: number, now: Date) {
  const host = deps.env.UNIVERSITY_EMAIL_HOST;
  const name = NAMES[number % NAMES.length]!;
  const email = `${name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()}.${number}@${host}`;
  const userId = uuid(random);
  const cipher = cipherOf(deps);
  const joined = new Date(now.getTime() - random.int(0, 120) * 86_400_000);
  const answers = Object.entries(buildAnswers(random, name, now)).map(([id, answer]) => [
    id,
    cipher.seal(answer, sealedPlace(userId, id)),
  ]);
  const timezone = deps.env.UNIVERSITY_TIMEZONE;
  const key = random.chance(0.9) ? hex(random, 32) : null;
  return {
    key,
    portrait: random.int(0, PORTRAITS - 1),
    user: {
      _id: userId,
      email,
      identityId: uuid(random),
      appMetadata: { provider: 'email', providers: ['email'] },
      userMetadata: {},
      confirmedAt: joined,
      lastSignInAt: joined,
      createdAt: joined,
      updatedAt: joined,
      bannedUntil: null,
    },
    mark: { _id: userId, mark: markOf(deps, email) },
    profile: {
      _id: userId,
      email,
      answers: Object.fromEntries(answers),
      onboardingCompletedAt: joined,
      createdAt: joined,
      // just now, because a running Flint looks for recent changes
      updatedAt: now,
    },
    availability: {
      _id: userId,
      utcSlots: gridToSlots(freeHours(random), timezone, now),
      timezone,
      lastUpdated: now,
    },
    album: key && { _id: userId, photos: [{ id: hex(random, 24), key }], revision: 1 },
    upload: key && {
      _id: key,
      userId,
      fileType: 'image/jpeg' as const,
      maxBytes: 1,
      state: 'kept' as const,
      createdAt: joined,
      expiresAt: joined,
      keptBy: 1,
    },
  };
}

const isPresent = <T>(value: T | null | ''): value is T => value !== null && value !== '';

/** Runs jobs, a few in parallel. */
async function all(jobs: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let at = next++; at < jobs.length; at = next++) await jobs[at]!();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * Adds a demo campus of any size: accounts, complete profiles, weeks, and drawn photos for nine in ten. The same seed and clock give the
 * same students. For demonstrations and measurements; throws in production.
 */
export async function seedCampus(deps: Deps, { students, seed = 1, onProgress }: Wish): Promise<void> {
  if (deps.env.NODE_ENV === 'production') throw new Error('made-up students do not belong in a production');
  const random = createRandom(seed);
  const now = deps.clock.now();
  const portraits = await drawAll(createRandom(seed));
  const store = photoStore(deps);
  const [first] = students > 0 ? [buildStudent(deps, createRandom(seed), 0, now)] : [];
  if (first && (await users(deps.db).exists({ email: first.user.email })))
    throw new Error('these students are there already; empty DATA_DIR, or take another database');
  for (let from = 0; from < students; from += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, students - from) }, (_, i) =>
      buildStudent(deps, random, from + i, now),
    );
    const files = made.flatMap(({ key, portrait }) =>
      key
        ? Object.entries(portraits[portrait]!).map(
            ([file, bytes]) =>
              () =>
                store.write(`${key}/${file}`, bytes as Buffer),
          )
        : [],
    );
    await all(files, WRITES_AT_ONCE);
    const insert = (collection: mongo.Collection, documents: readonly object[]) =>
      collection.insertMany([...documents]);
    await insert(
      users(deps.db).collection,
      made.map(({ user }) => user),
    );
    await insert(uploads(deps.db).collection, made.map(({ upload }) => upload).filter(isPresent));
    await insert(albums(deps.db).collection, made.map(({ album }) => album).filter(isPresent));
    await insert(
      availabilities(deps.db).collection,
      made.map(({ availability }) => availability),
    );
    await insert(
      contactMarks(deps.db).collection,
      made.map(({ mark }) => mark),
    );
    await insert(
      profiles(deps.db).collection,
      made.map(({ profile }) => profile),
    );
    onProgress?.(from + made.length);
  }
}
