import { LIMITS } from '@flint/contracts';
import { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import type { ShowableId } from '@flint/contracts/questions/showable';
import type { Answers } from '@flint/contracts/questions/types';
import type { ListEntry, MadeList } from '../../matching/round/index';
import { photoUrls } from '../photos/index';
import { ageToday, loadCards, SHOWABLE_ANSWERS, shownOf } from '../profile/index';
import type { Deps } from '../resource';
import { absentIds, ownMark } from '../safety/index';
import { lostFrom, readLosses, type Losses } from './losses';
import { missingOf, readList, storedIn } from './make-own-list';
import { lists } from './match.model';
import { currentRounds, type Round } from './rounds';

const READ = [...new Set([...NEEDED_FOR_MATCHING, ...SHOWABLE_ANSWERS])];

interface Look {
  readonly userId: string;
  /** The session for which the list is read with photos; this counts as a look. Without it only membership is read. */
  readonly sessionId?: string;
}

interface Viewer extends Look {
  readonly mark: string;
  /** The round whose list shows the photos. */
  readonly round?: string;
}

/** A person with current data. */
interface Person {
  readonly userId: string;
  /** The answers that a card may show. */
  readonly answers: Answers;
  readonly shown: ReadonlySet<ShowableId>;
  /** Addresses of the photos, the primary one first. */
  readonly photos: readonly string[];
}

export interface Listed extends Person {
  readonly entry: ListEntry;
}

/** A student's list of today. */
export interface OwnList {
  /** Why the student cannot be matched; then the list is empty. */
  readonly missing: readonly string[];
  readonly people: readonly Listed[];
  readonly few: MadeList['few'];
  /** The round of the list; null when there is no list. */
  readonly round: Round | null;
}

/** The accounts among these that can be matched now, as `viewer` sees them; all database queries run in parallel. */
async function readPeople(deps: Deps, viewer: Viewer, ids: readonly string[]) {
  const { userId, sessionId, round } = viewer;
  const [cards, absent, photos] = await Promise.all([
    // membership needs no item of a card
    loadCards(deps, ids, sessionId ? READ : NEEDED_FOR_MATCHING),
    absentIds(deps, ids),
    sessionId ? photoUrls(deps, { userId, sessionId, ...(round && { round }) }, ids) : null,
  ]);
  const people = new Map<string, Person>();
  for (const [id, { answers: of, shown }] of cards) {
    if (absent.includes(id) || NEEDED_FOR_MATCHING.some((needed) => !(needed in of))) continue;
    // only the date of birth is opened here, and the card needs it anyway
    const age = ageToday(deps, of);
    if (age === null) continue;
    people.set(id, { userId: id, answers: of, shown: shownOf(shown), photos: photos?.get(id) ?? [] });
  }
  return people;
}

/**
 * The people on a list, in its order: lost people are replaced from the reserve. One who left and returned under another account is lost: the
 * same place and reasons would tell that both accounts are one person. The student is read in the same step, with the reasons why they cannot
 * be matched.
 */
async function peopleOf(
  deps: Deps,
  viewer: Viewer,
  { shown, reserve }: MadeList,
  isLost: (userId: string, mark: string) => boolean,
): Promise<{ people: Listed[]; isReady: boolean }> {
  const waiting = [...shown, ...reserve];
  const found: Listed[] = [];
  let isReady: boolean | null = null;
  // the reserve is read only when somebody is missing
  while (isReady === null || (isReady && found.length < LIMITS.matchesMax && waiting.length > 0)) {
    // a batch as long as a list, so that many lost people do not cost one query each
    const next = waiting.splice(0, LIMITS.matchesMax);
    const accounts = next.map(({ account = '' }) => account);
    const people = await readPeople(deps, viewer, [...accounts, viewer.userId]);
    isReady ??= people.has(viewer.userId);
    for (const [at, entry] of next.entries()) {
      const person = people.get(accounts[at]!);
      if (person && !isLost(person.userId, entry.id)) found.push({ ...person, entry });
    }
  }
  return { people: found.slice(0, LIMITS.matchesMax), isReady };
}

/** People whose date with the viewer was called off within this period go last, as worth a coffee; they would otherwise rank first. */
const CALLED_OFF_MS = 14 * 86_400_000;

function calledOffLast(people: readonly Listed[], { calledOff }: Losses, now: Date): readonly Listed[] {
  const isLate = ({ userId }: Person) =>
    now.getTime() - (calledOff.get(userId)?.getTime() ?? -Infinity) < CALLED_OFF_MS;
  const late = people.filter(isLate);
  const worth = late.map((person) => ({
    ...person,
    entry: { ...person.entry, band: 'worth_a_coffee' as const },
  }));
  return [...people.filter((person) => !isLate(person)), ...worth];
}

const readEmptyList = async (deps: Deps, userId: string): Promise<OwnList> => ({
  missing: await missingOf(deps, userId),
  people: [],
  few: null,
  round: null,
});

/** What a student's lists depend on. */
type Standing = readonly [
  mark: string | null,
  rounds: Awaited<ReturnType<typeof currentRounds>>,
  losses: Losses,
];

/** Reads what a student's lists depend on. */
const readStanding = (
  deps: Deps,
  userId: string,
  mark: string | null | Promise<string | null> = ownMark(deps, userId),
): Promise<Standing> => Promise.all([mark, currentRounds(deps), readLosses(deps, userId)]);

async function readListAndRecordLook(
  deps: Deps,
  looking: Look,
  [mark, { current: round }, losses]: Standing,
): Promise<OwnList> {
  const { userId } = looking;
  if (!mark || !round) return readEmptyList(deps, userId);
  const viewer = { ...looking, mark, round: round.key };
  const [stored, isLost] = await Promise.all([
    storedIn(deps, round, viewer).catch((error: unknown) => {
      deps.log.error({ err: error }, 'match list');
      return null;
    }),
    lostFrom(deps, losses, mark, round.takenAt),
  ]);
  if (!stored) return readEmptyList(deps, userId);
  const isLook = looking.sessionId !== undefined && !stored.lookedAt;
  const note = (lookedAt: Date | null) =>
    lists(deps.db).updateOne({ _id: stored._id }, { $set: { lookedAt } });
  const [{ people, isReady }] = await Promise.all([
    peopleOf(deps, viewer, stored.list, isLost),
    isLook && note(deps.clock.now()),
  ]);
  if (isReady)
    return {
      missing: [],
      people: calledOffLast(people, losses, deps.clock.now()),
      few: stored.list.few,
      round,
    };
  // the look showed nobody
  if (isLook) await note(null);
  return readEmptyList(deps, userId);
}

/**
 * A student's list of today; empty if the student cannot be matched or there is no round. During the day people are only removed; it is never
 * ranked again. A list that cannot be read is empty and logged.
 */
export const ownList = async (deps: Deps, looking: Look): Promise<OwnList> =>
  readListAndRecordLook(deps, looking, await readStanding(deps, looking.userId));

/** The people on yesterday's list, as long as it still counts. */
async function earlierPeople(
  deps: Deps,
  userId: string,
  [mark, { earlier }, losses]: Standing,
): Promise<readonly Listed[]> {
  if (!mark || !earlier) return [];
  const [stored, isLost] = await Promise.all([
    readList(deps, `${earlier.key}/${mark}`).catch(() => null),
    lostFrom(deps, losses, mark, earlier.takenAt),
  ]);
  return stored ? (await peopleOf(deps, { userId, mark }, stored.list, isLost)).people : [];
}

/**
 * The entry for another student on today's list, or for one hour on yesterday's; null if on neither. The database
 * queries do not depend on who the other student is.
 */
export async function listedAs(
  deps: Deps,
  userId: string,
  otherId: string,
  mark: string | null,
): Promise<ListEntry | null> {
  const standing = await readStanding(deps, userId, mark);
  const [{ people, missing }, earlier] = await Promise.all([
    readListAndRecordLook(deps, { userId }, standing),
    earlierPeople(deps, userId, standing),
  ]);
  if (missing.length > 0) return null;
  const found = [...people, ...earlier].find((each) => each.userId === otherId);
  return found?.entry ?? null;
}
