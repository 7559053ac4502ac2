import { LIMITS } from '@flint/contracts';
import type { Answers } from '@flint/contracts/questions/types';
import { missingForMatching, NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import {
  decodeList,
  encodeList,
  ENOUGH,
  makeListFor,
  Snapshot,
  type MadeList,
} from '../../matching/round/index';
import { cipherOf } from '../../infra/field-cipher';
import { bytesOf } from '../../infra/sealed-fields';
import { placesOf } from '../places/index';
import { loadAnswers, loadProfile } from '../profile/index';
import type { Deps } from '../resource';
import { absenceOf, ownMark } from '../safety/index';
import { apartFrom } from './apart';
import { firmJoined, firmOn } from './firm-noes';
import { holdFirm } from './joined-firm';
import { lists, type ListDocument } from './match.model';
import { pastOf } from './past';
import { currentRounds, omittedIn, type Round } from './rounds';
import { joinersAfter, rowsOf, writeJoiner } from './rows';
import { dayOf, readJoiner } from './students';

interface Owner {
  readonly userId: string;
  readonly mark: string;
}

export interface StoredList extends Pick<ListDocument, '_id' | 'lookedAt' | 'joinedUntil'> {
  readonly list: MadeList;
}

const sealedAs = (deps: Deps, _id: string, list: MadeList) =>
  cipherOf(deps).sealBytes(encodeList(list).bytes, `match_lists/${_id}`);

export async function readList(deps: Deps, _id: string): Promise<StoredList | null> {
  const found = await lists(deps.db).findOne({ _id }).lean<ListDocument>();
  if (!found) return null;
  const list = decodeList(cipherOf(deps).openBytes(bytesOf(found.bytes), `match_lists/${_id}`));
  return { _id, list, lookedAt: found.lookedAt, joinedUntil: found.joinedUntil };
}

/**
 * Makes the list of a student who joined today or was away when the round was made; null if the student cannot be matched. Row and list stay
 * until the next round, whatever the student changes. Of two concurrent calls the first one counts.
 */
async function makeList(deps: Deps, round: Round, { userId, mark }: Owner): Promise<StoredList | null> {
  const _id = `${round.key}/${mark}`;
  let rows = await rowsOf(deps, round);
  if (!rows.has(mark)) {
    const before = (await pastOf(deps, round, mark))?.firm;
    const firmOf = async (answers: Answers) => {
      const day = dayOf(deps.clock.now());
      const firm = firmOn(deps, mark, day, answers, before);
      const joined = firmJoined(deps, mark, day, firm, before);
      return joined ? holdFirm(deps, round.key, mark, joined) : firm;
    };
    const joiner = await readJoiner(deps, { userId, mark, firmOf });
    if (!joiner) return null;
    const [row] = (await Snapshot.pack(rows.frame, [joiner])).toChunks();
    rows = await rowsOf(deps, round, await writeJoiner(deps, round.key, mark, row!));
  }
  const joinedUntil = deps.clock.now();
  const { list: places } = await placesOf(deps);
  const omitted = omittedIn(deps, round.key);
  const list = makeListFor(rows, mark, { apart: await apartFrom(deps, userId, mark), places, omitted });
  await lists(deps.db).updateOne(
    { _id },
    { $setOnInsert: { round: round.key, lookedAt: null, joinedUntil, bytes: sealedAs(deps, _id, list) } },
    { upsert: true },
  );
  return readList(deps, _id);
}

/** Appends later joiners to a short list. Each is compared with the student once, not at every look of the day. */
async function extend(
  deps: Deps,
  round: Round,
  { userId, mark }: Owner,
  stored: StoredList,
): Promise<StoredList> {
  const { _id, list, joinedUntil } = stored;
  if (list.shown.length >= LIMITS.matchesMax) return stored;
  const now = deps.clock.now();
  const marks = await joinersAfter(deps, round.key, joinedUntil);
  const known = new Set([mark, ...list.shown.map(({ id }) => id)]);
  const among = new Set(marks.filter((each) => !known.has(each)));
  if (among.size === 0) return stored;
  const rows = await rowsOf(deps, round);
  if (!rows.has(mark)) return stored;
  const { list: places } = await placesOf(deps);
  const apart = await apartFrom(deps, userId, mark);
  const more = makeListFor(rows, mark, { apart, among, places, omitted: omittedIn(deps, round.key) });
  const shown = [...list.shown, ...more.shown].slice(0, LIMITS.matchesMax);
  const next = { ...list, shown, few: shown.length < ENOUGH ? list.few : null };
  await lists(deps.db).updateOne(
    { _id, joinedUntil },
    { $set: { joinedUntil: now, bytes: sealedAs(deps, _id, next) } },
  );
  return (await readList(deps, _id)) ?? stored;
}

/** Why a student cannot be matched. */
export async function missingOf(deps: Deps, userId: string): Promise<string[]> {
  const [answers, absence] = await Promise.all([
    loadAnswers(deps, [userId], NEEDED_FOR_MATCHING),
    absenceOf(deps, userId),
  ]);
  return [...missingForMatching(answers.get(userId) ?? {}), ...absence];
}

/**
 * The stored list of a student in a round, with those who joined since; made now if the round has none. Null if the student cannot be
 * matched. A list that cannot be extended stays as it is, and this is logged.
 */
export async function storedIn(deps: Deps, round: Round, owner: Owner): Promise<StoredList | null> {
  const found = await readList(deps, `${round.key}/${owner.mark}`);
  if (!found && (await missingOf(deps, owner.userId)).length > 0) return null;
  if (!found) return makeList(deps, round, owner);
  return extend(deps, round, owner, found).catch((error: unknown) => {
    deps.log.error({ err: error }, 'match list');
    return found;
  });
}

/**
 * Creates today's row and list for a student who completed the questionnaire, so that others find them before their first visit. Has no effect
 * if both exist, and then returns true. An unusable round is logged.
 */
export async function joinRound(deps: Deps, userId: string): Promise<boolean> {
  const [profile, mark, { current }] = await Promise.all([
    loadProfile(deps, userId),
    ownMark(deps, userId),
    currentRounds(deps),
  ]);
  if (!mark || !current) return false;
  if (await lists(deps.db).exists({ _id: `${current.key}/${mark}` })) return true;
  if (profile?.onboardingCompletedAt)
    await makeList(deps, current, { userId, mark }).catch((error: unknown) =>
      deps.log.error({ err: error }, 'match list'),
    );
  return false;
}
