import { ROUTES, type Profile } from '@flint/contracts';
import { completenessOf } from '@flint/contracts/questions/completeness';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import { ApiError } from '../../http/api-error';
import { languageOf } from '../../http/language';
import { hasAvailability } from '../availability/index';
import { countPhotos } from '../photos/index';
import type { Deps, Resource } from '../resource';
import { profiles } from './profile.model';
import { ageToday, loadProfile, patchProfile, type StoredProfile } from './profile.service';
import { resealAnswers } from './reseal';

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

/** The own profile: answers, completeness, and what keeps it from being matched. */
export const profile: Resource = {
  name: 'profile',
  routes(api, deps) {
    api.bind(ROUTES.createProfile, async ({ actor, body, ctx }) => {
      const write = { onlyNew: true, language: languageOf(ctx) };
      return answerOf(deps, await patchProfile(deps, actor, body, write));
    });
    api.bind(ROUTES.readProfile, async ({ actor }) => {
      const found = await loadProfile(deps, actor.userId);
      if (!found) throw new ApiError('not_found');
      return answerOf(deps, found);
    });
    api.bind(ROUTES.updateProfile, async ({ actor, body, ctx }) =>
      answerOf(deps, await patchProfile(deps, actor, body, { language: languageOf(ctx) })),
    );
  },
  async prepare({ db }) {
    await profiles(db).init();
  },
  reseal: resealAnswers,
  async exportUser(userId, deps) {
    return loadProfile(deps, userId);
  },
  async eraseUser(userId, { db }) {
    await profiles(db).deleteOne({ _id: userId });
  },
};
