import type { Match, MatchList } from '@flint/contracts';
import { MatchBand } from '@flint/contracts/routes/matches';
import type { Catalogue } from '@flint/texts/catalogue';
import { activityText, fewText, hasWidened, reasonText, type MadeList } from '../../matching/round/index';
import type { Viewer } from '../photos/index';
import { readTimesTaken } from '../offers/index';
import { cardFields, displayNameOf, loadAnswers } from '../profile/index';
import type { Deps } from '../resource';
import { ENGLISH } from '../../texts/index';
import { dailyQuestion } from './daily-question';
import { hasNo } from './firm-noes';
import { ownList } from './own-list';
import { plansNow } from './plans';
import { nextRoundAt } from './rounds';

const rank = ({ band }: Match) => MatchBand.options.indexOf(band);

/** Why few people fit; null if this is a firm no that the student has taken back, or an age range widened since, although rounds still use it. */
async function whyFewNow(deps: Deps, userId: string, few: MadeList['few'], texts: Catalogue) {
  if (!few) return null;
  const { setting, option } = few;
  const answers = (await loadAnswers(deps, [userId], [setting])).get(userId) ?? {};
  const isPast = option === null ? hasWidened(few, answers) : !hasNo(answers, setting, option);
  return isPast ? null : fewText(few, texts);
}

/**
 * The people a student may invite, best first (decisions/021), in the order in which the screen shows them: the page requests the first picture
 * before the code of the screen is there. What a card derives from both students' answers was fixed with the round;
 * name, photos and other shown items are current. Raw answers are never sent.
 */
export async function listMatches(
  deps: Deps,
  viewer: Viewer,
  texts: Catalogue = ENGLISH,
): Promise<MatchList> {
  const [{ missing, people, few, round }, isTaken, question] = await Promise.all([
    ownList(deps, viewer),
    readTimesTaken(deps, viewer.userId),
    dailyQuestion(deps, viewer.userId, texts),
  ]);
  const now = deps.clock.now().getTime();
  // the viewer's own dates only: an hour that is left out tells nothing about anybody else
  const isPossible = (at: number) => at > now && !isTaken(new Date(at));
  const plansOf = await plansNow(deps, texts, isPossible);
  const items = people.map((person): Match => {
    const { userId, answers, photos, entry } = person;
    return {
      userId,
      name: displayNameOf(answers, texts),
      ...cardFields(deps, texts, person),
      photoUrl: photos[0] ?? null,
      photoUrls: [...photos],
      band: entry.band,
      reasons: entry.reasons.flatMap((code) => reasonText(code, texts) ?? []),
      sharedTimes: entry.sharedTimes.filter(isPossible).map((at) => new Date(at).toISOString()),
      plans: plansOf(entry),
      suggestedActivities: entry.activities.flatMap((code) => activityText(code, texts) ?? []),
    };
  });
  return {
    items: items.toSorted((a, b) => rank(a) - rank(b)),
    nextCursor: null,
    missing: [...missing],
    whyFew: await whyFewNow(deps, viewer.userId, few, texts),
    refreshedAt: (round?.readyAt ?? deps.clock.now()).toISOString(),
    nextAt: nextRoundAt(deps, round?.day).toISOString(),
    question: missing.length > 0 ? null : question,
  };
}
