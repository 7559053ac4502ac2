import { randomBytes } from 'node:crypto';
import { gridToSlots } from '@flint/contracts/week/index';
import type { Answer } from '@flint/contracts/questions/types';
import { availabilities } from '../src/resources/availability/availability.model';
import { photoStore } from '../src/infra/photo-store';
import { randomId } from '../src/infra/random-id';
import { albums, uploads } from '../src/resources/photos/photo.model';
import { remakePicture, type Pictures } from '../src/resources/photos/picture';
import { patchProfile } from '../src/resources/profile/profile.service';
import type { Deps } from '../src/resources/resource';
import { createAccounts } from '../src/resources/sign-in/accounts';
import { buildAnswers } from './answers';
import { describePortrait, drawPortrait } from './portrait';
import type { Random } from './random';

/** How complete a seeded student is. */
export interface Wish {
  readonly email: string;
  readonly name: string;
  /** Share of the questions answered, 0 to 1; 1 also completes the questionnaire. */
  readonly answered: number;
  readonly photos: number;
  readonly week: boolean;
  readonly fixed?: Readonly<Record<string, Answer>>;
  /** Stands for every portrait, so that none is rendered. */
  readonly picture?: Promise<Pictures> | undefined;
}

/** Typical free hours: most evenings and some afternoons. */
export function freeHours(random: Random): Set<number> {
  const cells = new Set<number>();
  for (let day = 0; day < 7; day++) {
    const from = day === 0 || day === 6 ? random.int(11, 14) : random.int(16, 18);
    if (random.chance(0.8))
      for (let hour = from; hour < random.int(20, 23); hour++) cells.add(day * 24 + hour);
  }
  return cells;
}

async function addPhotos(
  deps: Deps,
  userId: string,
  { portraits, picture }: { readonly portraits: readonly string[]; readonly picture: Wish['picture'] },
): Promise<void> {
  const photos: { id: string; key: string }[] = [];
  for (const portrait of portraits) {
    const key = randomBytes(16).toString('hex');
    const pictures = await (picture ?? remakePicture(await drawPortrait(portrait)));
    for (const [file, picture] of Object.entries(pictures))
      await photoStore(deps).write(`${key}/${file}`, picture);
    const now = deps.clock.now();
    await uploads(deps.db).create({
      _id: key,
      userId,
      fileType: 'image/jpeg',
      maxBytes: 1,
      state: 'kept',
      createdAt: now,
      expiresAt: now,
      keptBy: 1,
    });
    photos.push({ id: randomId(), key });
  }
  if (photos.length > 0)
    await albums(deps.db).updateOne({ _id: userId }, { $set: { photos, revision: 1 } }, { upsert: true });
}

/** Creates a student. Returns the user id. Draws by chance before it first waits, so students made at once are always the same. */
export async function seedStudent(
  deps: Deps,
  random: Random,
  { email, name, answered, photos, week, fixed = {}, picture }: Wish,
): Promise<string> {
  const now = deps.clock.now();
  const all = Object.entries(buildAnswers(random, name, now, fixed));
  const hours = week && freeHours(random);
  const portraits = Array.from({ length: photos }, () => describePortrait(random));
  const answers = Object.fromEntries(all.slice(0, Math.round(all.length * answered)));
  const user = await createAccounts(deps).signIn(email, {});
  if (answered > 0) {
    await patchProfile(
      deps,
      { userId: user._id, email },
      { answers, ...(answered >= 1 && { onboardingCompletedAt: now.toISOString() }) },
    );
  }
  if (hours) {
    const timezone = deps.env.UNIVERSITY_TIMEZONE;
    const utcSlots = gridToSlots(hours, timezone, now);
    await availabilities(deps.db).updateOne(
      { _id: user._id },
      { $set: { utcSlots, timezone, lastUpdated: now } },
      { upsert: true },
    );
  }
  await addPhotos(deps, user._id, { portraits, picture });
  return user._id;
}
