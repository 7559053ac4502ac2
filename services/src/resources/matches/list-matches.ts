import { LIMITS, type Match, type MatchList } from '@flint/contracts';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import type { Answers } from '@flint/contracts/questions/types';
import { suggestedActivities } from '../../matching/activities';
import { bandOf } from '../../matching/packed/bands';
import { singleOf } from '../../matching/read-answers';
import { reasonsFor } from '../../matching/reasons';
import { instantOf } from '@flint/contracts/week/hours';
import { whyFew, type WhyFew } from '../../matching/why-few';
import { offerPartners } from '../offers/index';
import { primaryPhotoUrls } from '../photos/index';
import { ageToday, displayNameOf, loadProfile, loadProfiles } from '../profile/index';
import type { Deps } from '../resource';
import { absenceOf, unsuggestedIds } from '../safety/index';
import { heldToday, holdDay, listToday } from './day-list';
import { boardOf, type Current } from './match-board';
import { hides, type HeldDay, type HeldList } from './match.model';

const SHARED_TIMES_SHOWN = 3;
const DAY_MS = 86_400_000;

function labelOf(answers: Answers, id: string): string | null {
  const question = findQuestion(id);
  const value = singleOf(answers, id);
  const own = (answers[id] as { other?: string } | undefined)?.other;
  if (question?.type !== 'single_select' || value === null) return null;
  return question.options.find((option) => option.value === value)?.label ?? own ?? null;
}

/** People kept from a student's list: blocked or a hidden contact either way, absent, an offer between them, declined lately, met
 * already unless both said 'again', hidden by the student. */
async function excludedFor(deps: Deps, userId: string): Promise<Set<string>> {
  const [kept, { open, declined, met }, hidden] = await Promise.all([
    unsuggestedIds(deps, userId),
    offerPartners(deps, userId),
    hides(deps.db).find({ userId }).lean(),
  ]);
  return new Set([...kept, ...open, ...declined, ...met, ...hidden.map(({ hiddenId }) => hiddenId)]);
}

/** At most three times, on different days where there are such, soonest first. */
function shownTimes(hours: readonly number[]): number[] {
  const first = new Map<number, number>();
  for (const hour of hours) if (!first.has(Math.floor(hour / 24))) first.set(Math.floor(hour / 24), hour);
  return [...new Set([...first.values(), ...hours])].slice(0, SHARED_TIMES_SHOWN).sort((a, b) => a - b);
}

/** How many are kept for a day, so that twenty are left when some drop out. */
const HELD = 60;

interface Listed {
  readonly people: HeldList['people'];
  readonly whyFew: WhyFew | null;
}

interface Asked {
  readonly userId: string;
  readonly answers: Answers;
  readonly held: HeldDay | null;
  readonly exclude: ReadonlySet<string>;
}

/** Today's list of a student: the one held since the first look of the day while it still fills a page, else a new ranking. */
async function listFor(
  deps: Deps,
  { index, day }: Current,
  { userId, answers, held, exclude }: Asked,
): Promise<Listed> {
  const todayYmd = Number(day.replaceAll('-', ''));
  const now = { answered: Object.keys(answers).length, hadWeek: index.hasWeek(userId) };
  const known = listToday(held, now);
  const left = (known?.people ?? []).filter(
    ({ id }) => !exclude.has(id) && index.mayMeet(userId, id, todayYmd),
  );
  if (left.length >= LIMITS.matchesMax) {
    await holdDay(deps, userId, { answers, held, list: known });
    return { people: left.slice(0, LIMITS.matchesMax), whyFew: null };
  }
  const { items, eligible, thresholds, lostTo } = index.rank(userId, { todayYmd, exclude, limit: HELD });
  const people = items.map(({ id, compatibility }) => ({ id, band: bandOf(compatibility, thresholds) }));
  const isFull = people.length >= LIMITS.matchesMax;
  await holdDay(deps, userId, { answers, held, list: isFull ? { ...now, people } : null });
  return { people: people.slice(0, LIMITS.matchesMax), whyFew: whyFew(eligible, lostTo) };
}

/** The people a student may invite, best first, with reasons in words (decisions, GET /matches). Nobody's raw answers leave. */
export async function listMatches(deps: Deps, userId: string): Promise<MatchList> {
  const board = await boardOf(deps);
  const [profile, held, excluded] = await Promise.all([
    loadProfile(deps, userId),
    heldToday(deps, userId),
    excludedFor(deps, userId),
  ]);
  const answers = profile?.answers ?? {};
  const missing = [...missingForMatching(answers), ...(await absenceOf(deps, userId))];
  const now = deps.clock.now();
  const refreshedAt = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS).toISOString();
  if (missing.length > 0) return { items: [], nextCursor: null, missing, whyFew: null, refreshedAt };
  // yesterday's filters end with the first look of a day
  if (!held) board.refresh(userId);
  const current = await board.current(userId);
  const { index, window, overAsked } = current;
  const exclude = new Set([...excluded, ...overAsked]);
  const list = await listFor(deps, current, { userId, answers, held, exclude });
  const ids = list.people.map(({ id }) => id);
  const [people, photos] = await Promise.all([loadProfiles(deps, ids), primaryPhotoUrls(deps, userId, ids)]);
  const matches = list.people.flatMap(({ id, band }): Match[] => {
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
        band,
        reasons: reasonsFor(answers, other.answers),
        sharedTimes: shownTimes(index.sharedStarts(userId, id)).map((hour) =>
          instantOf(window, hour).toISOString(),
        ),
        suggestedActivities: suggestedActivities(answers, other.answers),
      },
    ];
  });
  return { items: matches, nextCursor: null, missing: [], whyFew: list.whyFew, refreshedAt };
}
