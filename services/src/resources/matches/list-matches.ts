import { LIMITS, type Match, type MatchList } from '@flint/contracts';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import type { Answers } from '@flint/contracts/questions/types';
import type { Catalogue } from '@flint/texts/catalogue';
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
import { ENGLISH } from '../../texts/index';
import { heldNow, holdDay, listToday } from './day-list';
import { boardOf, type Current } from './match-board';
import { hides, type HeldDay, type HeldList } from './match.model';

const SHARED_TIMES_SHOWN = 3;
const DAY_MS = 86_400_000;

/** Answers a card shows as they are. */
const ON_CARD = ['bundle_intro', 'pronouns', 'academic_info', 'major_program'] as const;

function labelOf({ t }: Catalogue, answers: Answers, id: string): string | null {
  const question = findQuestion(id);
  const value = singleOf(answers, id);
  const own = (answers[id] as { other?: string } | undefined)?.other;
  if (question?.type !== 'single_select' || value === null) return null;
  const label = question.options.find((option) => option.value === value)?.label;
  return label === undefined ? (own ?? null) : t(label);
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
  /** To be kept for the rest of the day. */
  readonly hold: HeldList | null;
}

interface Asked {
  readonly userId: string;
  readonly answers: Answers;
  readonly held: HeldDay | null;
  readonly exclude: ReadonlySet<string>;
  readonly texts: Catalogue;
}

/** Today's list of a student: the one held since the first look of the day while it still fills a page, else a new ranking. */
function listFor({ index, day }: Current, { userId, answers, held, exclude, texts }: Asked): Listed {
  const todayYmd = Number(day.replaceAll('-', ''));
  const now = { answered: Object.keys(answers).length, hadWeek: index.hasWeek(userId) };
  const known = listToday(held, now);
  const left = (known?.people ?? []).filter(
    ({ id }) => !exclude.has(id) && index.mayMeet(userId, id, todayYmd),
  );
  if (left.length >= LIMITS.matchesMax) {
    return { people: left.slice(0, LIMITS.matchesMax), whyFew: null, hold: known };
  }
  const { items, eligible, thresholds, lostTo } = index.rank(userId, { todayYmd, exclude, limit: HELD });
  const people = items.map(({ id, compatibility }) => ({ id, band: bandOf(compatibility, thresholds) }));
  const isFull = people.length >= LIMITS.matchesMax;
  const hold = isFull ? { ...now, people } : null;
  return { people: people.slice(0, LIMITS.matchesMax), whyFew: whyFew(eligible, lostTo, texts), hold };
}

/** The people a student may invite, best first, with reasons in words (decisions, GET /matches). Nobody's raw answers leave. */
export async function listMatches(
  deps: Deps,
  userId: string,
  texts: Catalogue = ENGLISH,
): Promise<MatchList> {
  const board = await boardOf(deps);
  const [profile, { held, isOver }, excluded, absence] = await Promise.all([
    loadProfile(deps, userId),
    heldNow(deps, userId),
    excludedFor(deps, userId),
    absenceOf(deps, userId),
  ]);
  const answers = profile?.answers ?? {};
  const missing = [...missingForMatching(answers), ...absence];
  const now = deps.clock.now();
  const refreshedAt = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS).toISOString();
  if (missing.length > 0) return { items: [], nextCursor: null, missing, whyFew: null, refreshedAt };
  // filters of an earlier day end with the first look of this one
  if (isOver) board.refresh(userId);
  const current = await board.current(userId);
  const { index, window, overAsked } = current;
  const exclude = new Set([...excluded, ...overAsked]);
  const list = listFor(current, { userId, answers, held, exclude, texts });
  const ids = list.people.map(({ id }) => id);
  const [people, photos] = await Promise.all([
    loadProfiles(deps, ids, ON_CARD),
    primaryPhotoUrls(deps, userId, ids),
    holdDay(deps, userId, { answers, held, list: list.hold }),
  ]);
  const matches = list.people.flatMap(({ id, band }): Match[] => {
    const other = people.get(id);
    const age = other && ageToday(deps, other.answers);
    if (!other || typeof age !== 'number') return [];
    const shown = index.shownAnswersOf(id);
    const label = (question: string) =>
      labelOf(texts, shown[question] === undefined ? other.answers : shown, question);
    return [
      {
        userId: id,
        name: displayNameOf(other.answers),
        age,
        pronouns: label('pronouns'),
        year: label('academic_info'),
        program: label('major_program'),
        photoUrl: photos.get(id) ?? null,
        band,
        reasons: reasonsFor(answers, shown, texts),
        sharedTimes: shownTimes(index.sharedStarts(userId, id)).map((hour) =>
          instantOf(window, hour).toISOString(),
        ),
        suggestedActivities: suggestedActivities(answers, shown, texts),
      },
    ];
  });
  return { items: matches, nextCursor: null, missing: [], whyFew: list.whyFew, refreshedAt };
}
