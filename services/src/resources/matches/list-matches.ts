import type { Match, MatchList } from '@flint/contracts';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';
import type { Catalogue } from '@flint/texts/catalogue';
import { singleOf } from '../../matching/read-answers';
import { activityText, fewText, reasonText } from '../../matching/round/index';
import type { Viewer } from '../photos/index';
import { displayNameOf } from '../profile/index';
import type { Deps } from '../resource';
import { ENGLISH } from '../../texts/index';
import { ownList } from './own-list';
import { nextRoundAt } from './rounds';

/** An answer of one choice in words, or the student's own. */
function labelOf({ t }: Catalogue, answers: Answers, id: string): string | null {
  const question = findQuestion(id);
  const value = singleOf(answers, id);
  const own = (answers[id] as { other?: string } | undefined)?.other;
  if (question?.type !== 'single_select' || value === null) return null;
  const label = question.options.find((option) => option.value === value)?.label;
  return label === undefined ? (own ?? null) : t(label);
}

/**
 * The people a student may invite, best first (decisions/027). What a card derives from two people's answers was decided with
 * the round; name, age, photo and what else the profile shows as it is are of now. Nobody's raw answers leave.
 */
export async function listMatches(
  deps: Deps,
  viewer: Viewer,
  texts: Catalogue = ENGLISH,
): Promise<MatchList> {
  const { missing, people, few, round } = await ownList(deps, viewer);
  const now = deps.clock.now().getTime();
  const items = people.map(({ userId, age, answers, photos, entry }): Match => ({
    userId,
    name: displayNameOf(answers),
    age,
    pronouns: labelOf(texts, answers, 'pronouns'),
    year: labelOf(texts, answers, 'academic_info'),
    program: labelOf(texts, answers, 'major_program'),
    photoUrl: photos[0] ?? null,
    photoUrls: [...photos],
    band: entry.band,
    reasons: entry.reasons.flatMap((code) => reasonText(code, texts) ?? []),
    sharedTimes: entry.sharedTimes.filter((at) => at > now).map((at) => new Date(at).toISOString()),
    suggestedActivities: entry.activities.flatMap((code) => activityText(code, texts) ?? []),
  }));
  return {
    items,
    nextCursor: null,
    missing: [...missing],
    whyFew: few ? fewText(few, texts) : null,
    refreshedAt: (round?.readyAt ?? deps.clock.now()).toISOString(),
    nextAt: nextRoundAt(deps).toISOString(),
  };
}
