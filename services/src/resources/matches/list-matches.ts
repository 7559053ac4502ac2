import { LIMITS, type Match, type MatchList } from '@flint/contracts';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import type { Answers } from '@flint/contracts/questions/types';
import { suggestedActivities } from '../../matching/activities';
import { bandOf } from '../../matching/packed/bands';
import { singleOf } from '../../matching/read-answers';
import { reasonsFor } from '../../matching/reasons';
import { instantOf } from '../../matching/week-hours';
import { whyFew } from '../../matching/why-few';
import { offerPartners } from '../offers/index';
import { primaryPhotoUrls } from '../photos/index';
import { ageToday, displayNameOf, loadProfile, loadProfiles } from '../profile/index';
import type { Deps } from '../resource';
import { blockedIds } from '../safety/index';
import { holdFilters } from './day-filters';
import { boardOf } from './match-board';
import { hides } from './match.model';

const SHARED_TIMES_SHOWN = 3;
const DAY_MS = 86_400_000;

function labelOf(answers: Answers, id: string): string | null {
  const question = findQuestion(id);
  const value = singleOf(answers, id);
  const own = (answers[id] as { other?: string } | undefined)?.other;
  if (question?.type !== 'single_select' || value === null) return null;
  return question.options.find((option) => option.value === value)?.label ?? own ?? null;
}

/** People kept from a student's list: blocked either way, an offer between them, declined lately, hidden by the student. */
async function excludedFor(deps: Deps, userId: string): Promise<Set<string>> {
  const [blocked, { open, declined }, hidden] = await Promise.all([
    blockedIds(deps, userId),
    offerPartners(deps, userId),
    hides(deps.db).find({ userId }).lean(),
  ]);
  return new Set([...blocked, ...open, ...declined, ...hidden.map(({ hiddenId }) => hiddenId)]);
}

/** At most three times, on different days where there are such, soonest first. */
function shownTimes(hours: readonly number[]): number[] {
  const first = new Map<number, number>();
  for (const hour of hours) if (!first.has(Math.floor(hour / 24))) first.set(Math.floor(hour / 24), hour);
  return [...new Set([...first.values(), ...hours])].slice(0, SHARED_TIMES_SHOWN).sort((a, b) => a - b);
}

/** The people a student may invite, best first, with reasons in words (decisions, GET /matches). Nobody's raw answers leave. */
export async function listMatches(deps: Deps, userId: string): Promise<MatchList> {
  const profile = await loadProfile(deps, userId);
  const answers = profile?.answers ?? {};
  const missing = missingForMatching(answers);
  const now = deps.clock.now();
  const refreshedAt = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS).toISOString();
  if (missing.length > 0) return { items: [], nextCursor: null, missing, whyFew: null, refreshedAt };
  await holdFilters(deps, userId, answers);
  const { index, window, overAsked, day } = await (await boardOf(deps)).current();
  const exclude = new Set([...(await excludedFor(deps, userId)), ...overAsked]);
  const { items, eligible, thresholds, lostTo } = index.rank(userId, {
    todayYmd: Number(day.replaceAll('-', '')),
    exclude,
    limit: LIMITS.matchesMax,
  });
  const ids = items.map(({ id }) => id);
  const [people, photos] = await Promise.all([loadProfiles(deps, ids), primaryPhotoUrls(deps, userId, ids)]);
  const matches = items.flatMap(({ id, compatibility }): Match[] => {
    const other = people.get(id);
    const age = other && ageToday(deps, other.answers);
    if (!other || typeof age !== 'number') return [];
    return [
      {
        userId: id,
        name: displayNameOf(other.answers),
        age,
        pronouns: labelOf(other.answers, 'pronouns'),
        year: labelOf(other.answers, 'academic_info'),
        program: labelOf(other.answers, 'major_program'),
        photoUrl: photos.get(id) ?? null,
        band: bandOf(compatibility, thresholds),
        reasons: reasonsFor(answers, other.answers),
        sharedTimes: shownTimes(index.sharedStarts(userId, id)).map((hour) =>
          instantOf(window, hour).toISOString(),
        ),
        suggestedActivities: suggestedActivities(answers, other.answers),
      },
    ];
  });
  return { items: matches, nextCursor: null, missing: [], whyFew: whyFew(eligible, lostTo), refreshedAt };
}
