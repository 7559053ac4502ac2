import { ROUTES, type Card, type Profile } from '@flint/contracts';
import { isAnswered } from '@flint/contracts/questions/answered';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { completenessOf } from '@flint/contracts/questions/completeness';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import { SECTIONS } from '@flint/contracts/questions/sections';
import { ApiError } from '../../http/api-error';
import type { Input } from '../../http/bind';
import { languageOf } from '../../http/language';
import { hasAvailability } from '../availability/index';
import { countPhotos, photoUrls } from '../photos/index';
import type { Deps, Resource } from '../resource';
import { cardItems, chooseShown, shownOf } from './card';
import { profiles, SEALED_ANSWERS } from './profile.model';
import { ageToday, displayNameOf, loadProfile, patchProfile, type StoredProfile } from './profile.service';

type Texts = Pick<Input<typeof ROUTES.readProfile>, 'texts'>;

async function answerOf(deps: Deps, { texts }: Texts, profile: StoredProfile): Promise<Profile> {
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
    sections: SECTIONS.map(({ title, questions }) => {
      const open = questions.filter((id) => !isAnswered(findQuestion(id)!, profile.answers));
      const count = questions.length;
      return { title: texts.t(title), count, answered: count - open.length, next: open[0] ?? questions[0]! };
    }),
    createdAt: profile.createdAt.toISOString(),
    updatedAt: profile.updatedAt.toISOString(),
  };
}

/** Applies a patch. A date of birth under 18 keeps the student out of matching until the safety team decides. */
async function applyPatch(
  deps: Deps,
  input: Pick<Input<typeof ROUTES.updateProfile>, 'actor' | 'body' | 'ctx' | 'texts'>,
  onlyNew: boolean,
): Promise<Profile> {
  const language = languageOf(input.ctx);
  return answerOf(deps, input, await patchProfile(deps, input.actor, input.body, { onlyNew, language }));
}

/** The student's card as others see it; all its texts come from `cardItems`. */
async function ownCard(
  deps: Deps,
  { actor, texts }: Pick<Input<typeof ROUTES.readCard>, 'actor' | 'texts'>,
): Promise<Card> {
  const found = await loadProfile(deps, actor.userId);
  if (!found) throw new ApiError('not_found');
  const { answers, shown } = found;
  const photos = await photoUrls(deps, actor, [actor.userId]);
  return {
    name: displayNameOf(answers, texts),
    photoUrls: [...(photos.get(actor.userId) ?? [])],
    items: cardItems(deps, texts, { answers, shown: shownOf(shown) }),
  };
}

/** The own profile: answers, completeness, and what keeps it out of matching. */
export const profile: Resource = {
  name: 'profile',
  routes(api, deps) {
    api.bind(ROUTES.createProfile, (input) => applyPatch(deps, input, true));
    api.bind(ROUTES.readProfile, async (input) => {
      const found = await loadProfile(deps, input.actor.userId);
      if (!found) throw new ApiError('not_found');
      return answerOf(deps, input, found);
    });
    api.bind(ROUTES.updateProfile, (input) => applyPatch(deps, input, false));
    api.bind(ROUTES.readCard, (input) => ownCard(deps, input));
    api.bind(ROUTES.chooseShown, async (input) => {
      await chooseShown(deps, input.actor.userId, input.body);
      return ownCard(deps, input);
    });
  },
  sealed: [SEALED_ANSWERS],
  async exportUser(userId, deps) {
    return loadProfile(deps, userId);
  },
  async eraseUser(userId, { db }) {
    await profiles(db).deleteOne({ _id: userId });
  },
};
