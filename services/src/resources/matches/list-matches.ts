import type { Match, MatchList } from '@flint/contracts';
import { SHOWABLE_IDS, type ShowableId } from '@flint/contracts/questions/showable';
import type { Catalogue } from '@flint/texts/catalogue';
import { activityText, fewText, reasonText } from '../../matching/round/index';
import type { Viewer } from '../photos/index';
import { ageToday, cardItems, displayNameOf } from '../profile/index';
import type { Deps } from '../resource';
import { ENGLISH } from '../../texts/index';
import { dailyQuestion } from './daily-question';
import { ownList, type Listed } from './own-list';
import { plansNow } from './plans';
import { nextRoundAt } from './rounds';

/** What has a place of its own on a card; the rest stands in `about`. */
const IN_PLACE: readonly ShowableId[] = ['age', 'pronouns', 'academic_info', 'major_program'];

/** What somebody chose to show of themselves, in words. */
function shownOfThem(deps: Deps, texts: Catalogue, { answers, shown }: Listed) {
  const ids = SHOWABLE_IDS.filter((id) => shown.has(id));
  const items = cardItems(deps, texts, { answers, shown }, ids).filter(({ values }) => values.length > 0);
  const [pronouns, year, program] = IN_PLACE.slice(1).map(
    (id) => items.find((item) => item.id === id)?.values.join(', ') ?? null,
  );
  return {
    age: shown.has('age') ? ageToday(deps, answers) : null,
    pronouns: pronouns ?? null,
    year: year ?? null,
    program: program ?? null,
    about: items.filter(({ id }) => !IN_PLACE.includes(id)).map(({ label, values }) => ({ label, values })),
  };
}

/**
 * The people a student may invite, best first (decisions/027). What a card derives from two people's answers was decided with
 * the round; name, photos and what else somebody chose to show are of now. Nobody's raw answers leave.
 */
export async function listMatches(
  deps: Deps,
  viewer: Viewer,
  texts: Catalogue = ENGLISH,
): Promise<MatchList> {
  const [{ missing, people, few, round }, question] = await Promise.all([
    ownList(deps, viewer),
    dailyQuestion(deps, viewer.userId, texts),
  ]);
  const now = deps.clock.now().getTime();
  const plansOf = await plansNow(deps, texts);
  const items = people.map((person): Match => {
    const { userId, answers, photos, entry } = person;
    return {
      userId,
      name: displayNameOf(answers),
      ...shownOfThem(deps, texts, person),
      photoUrl: photos[0] ?? null,
      photoUrls: [...photos],
      band: entry.band,
      reasons: entry.reasons.flatMap((code) => reasonText(code, texts) ?? []),
      sharedTimes: entry.sharedTimes.filter((at) => at > now).map((at) => new Date(at).toISOString()),
      plans: plansOf(entry),
      suggestedActivities: entry.activities.flatMap((code) => activityText(code, texts) ?? []),
    };
  });
  return {
    items,
    nextCursor: null,
    missing: [...missing],
    whyFew: few ? fewText(few, texts) : null,
    refreshedAt: (round?.readyAt ?? deps.clock.now()).toISOString(),
    nextAt: nextRoundAt(deps).toISOString(),
    question: missing.length > 0 ? null : question,
  };
}
