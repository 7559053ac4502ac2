import { ROUTES, type Profile } from '@flint/contracts';
import { completenessOf } from '@flint/contracts/questions/completeness';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import { ApiError } from '../../http/api-error';
import type { Input } from '../../http/bind';
import { languageOf } from '../../http/language';
import { hasAvailability } from '../availability/index';
import { endOpenOffersOf } from '../offers/index';
import { countPhotos } from '../photos/index';
import type { Deps, Resource } from '../resource';
import { profiles } from './profile.model';
import { ageToday, loadProfile, patchProfile, type StoredProfile } from './profile.service';
import { resealAnswers, sampleAnswers } from './reseal';

async function answerOf(deps: Deps, profile: StoredProfile): Promise<Profile> {
  const [withWeek, photos] = await Promise.all([
    hasAvailability(deps, profile.id),
    countPhotos(deps, profile.id),
  ]);
  const missing = missingForMatching(profile.answers);
  const onboardingCompleted = profile.onboardingCompletedAt !== null;
  return {
    id: profile.id,
    email: profile.email,
    answers: { ...profile.answers },
    onboardingCompletedAt: profile.onboardingCompletedAt?.toISOString() ?? null,
    age: ageToday(deps, profile.answers),
    completeness: completenessOf({ onboardingCompleted, photos, hasAvailability: withWeek }),
    matchable: { ready: missing.length === 0, missing },
    createdAt: profile.createdAt.toISOString(),
    updatedAt: profile.updatedAt.toISOString(),
  };
}

/** Writes a patch; who gave a date of birth under 18 has no dates until it is decided. */
async function write(
  deps: Deps,
  { actor, body, ctx }: Pick<Input<typeof ROUTES.updateProfile>, 'actor' | 'body' | 'ctx'>,
  onlyNew: boolean,
): Promise<Profile> {
  try {
    return await answerOf(
      deps,
      await patchProfile(deps, actor, body, { onlyNew, language: languageOf(ctx) }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.code === 'under_age') await endOpenOffersOf(deps, actor.userId);
    throw error;
  }
}

/** The own profile: answers, completeness, and what keeps it from being matched. */
export const profile: Resource = {
  name: 'profile',
  routes(api, deps) {
    api.bind(ROUTES.createProfile, (input) => write(deps, input, true));
    api.bind(ROUTES.readProfile, async ({ actor }) => {
      const found = await loadProfile(deps, actor.userId);
      if (!found) throw new ApiError('not_found');
      return answerOf(deps, found);
    });
    api.bind(ROUTES.updateProfile, (input) => write(deps, input, false));
  },
  async prepare({ db }) {
    await profiles(db).init();
  },
  reseal: resealAnswers,
  sampleSealed: sampleAnswers,
  async exportUser(userId, deps) {
    return loadProfile(deps, userId);
  },
  async eraseUser(userId, { db }) {
    await profiles(db).deleteOne({ _id: userId });
  },
};
