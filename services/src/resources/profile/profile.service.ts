import type { ProfilePatch } from '@flint/contracts';
import { ageOn } from '@flint/contracts/questions/age';
import { SHOWN_BY_DEFAULT, type ShowableId } from '@flint/contracts/questions/showable';
import type { Answers } from '@flint/contracts/questions/types';
import type { Catalogue } from '@flint/texts/catalogue';
import { Temporal } from 'temporal-polyfill';
import { trusted, type ClientSession } from 'mongoose';
import { ApiError } from '../../http/api-error';
import type { Actor } from '../../http/session';
import { cipherOf } from '../../infra/field-cipher';
import { isDuplicateKey, retryCollisions } from '../../infra/duplicate-key';
import { inTransaction } from '../../infra/in-transaction';
import { readPaced } from '../../infra/paced';
import { ENGLISH, type SpokenLanguage } from '../../texts/index';
import type { Deps } from '../resource';
import { adoptTraces, AGE_HELD, startAgeHold, isAgeHeld, markOf, othersAt } from '../safety/index';
import { isHosted, wasErased } from '../sign-in/index';
import { BIRTH_DATE, givenBirthDate, readAnswers, type AnswerChanges } from './answers';
import { changesSince, idsIn } from './made-from';
import { profiles, sealedPlace, type ProfileDocument } from './profile.model';

/** A profile as other resources read it. */
export interface StoredProfile {
  readonly id: string;
  readonly email: string;
  readonly answers: Answers;
  readonly onboardingCompletedAt: Date | null;
  /** Items shown beside name and photos; absent until the student chooses. */
  readonly shown?: readonly ShowableId[];
  /** The language of mail to this student. */
  readonly language: SpokenLanguage;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Within a quarter of an hour on the clock, no time zone's date changes. */
const SAME_DATE_MS = 15 * 60_000;
const dates = new Map<string, { readonly slot: number; readonly date: string }>();

/** Today's date on the university's clock (ISO). */
export function todayAt({ clock, env }: Pick<Deps, 'clock' | 'env'>): string {
  const [now, zone] = [clock.now().getTime(), env.UNIVERSITY_TIMEZONE];
  const slot = Math.floor(now / SAME_DATE_MS);
  const known = dates.get(zone);
  if (known?.slot === slot) return known.date;
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const date = here.toPlainDate().toString();
  dates.set(zone, { slot, date });
  return date;
}

type ReadDeps = Pick<Deps, 'db' | 'env' | 'secret'>;

/** The answers, each opened on first access: lists read few answers of many students, and opening is the main cost. */
function openAnswers(deps: ReadDeps, userId: string, sealed: Record<string, unknown>): Answers {
  const cipher = cipherOf(deps);
  const answers = {};
  for (const [question, answer] of Object.entries(sealed)) {
    const get = () => {
      const value = cipher.open(answer, sealedPlace(userId, question));
      Object.defineProperty(answers, question, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(answers, question, { get, enumerable: true, configurable: true });
  }
  return answers;
}

function stored(deps: ReadDeps, { _id, ...rest }: ProfileDocument): StoredProfile {
  return {
    id: _id,
    ...rest,
    answers: openAnswers(deps, _id, rest.answers ?? {}),
    onboardingCompletedAt: rest.onboardingCompletedAt ?? null,
    // profiles older than this field
    language: rest.language ?? 'en',
  };
}

export async function loadProfile(deps: ReadDeps, userId: string): Promise<StoredProfile | null> {
  const found = await profiles(deps.db).findById(userId).lean<ProfileDocument>();
  return found && stored(deps, found);
}

const withIds = (userIds: readonly string[]) => ({ _id: trusted({ $in: [...userIds] }) });

/** The existing profiles among these ids, by user id. */
export async function loadProfiles(
  deps: ReadDeps,
  userIds: readonly string[],
): Promise<Map<string, StoredProfile>> {
  const found = await profiles(deps.db).find(withIds(userIds)).lean<ProfileDocument[]>();
  return new Map(found.map((each) => [each._id, stored(deps, each)]));
}

interface CardAnswers {
  readonly answers: Answers;
  readonly shown: readonly ShowableId[] | undefined;
}

/** Selected answers and shown items of students, by user id; students without a profile are left out. */
export async function loadCards(
  deps: ReadDeps,
  userIds: readonly string[],
  questions: readonly string[],
): Promise<Map<string, CardAnswers>> {
  const fields = Object.fromEntries(questions.map((id) => [`answers.${id}`, 1]));
  const cards = profiles(deps.db).find(withIds(userIds), { ...fields, shown: 1 });
  const found = await cards.lean<ProfileDocument[]>();
  return new Map(
    found.map(({ _id, answers = {}, shown }) => [_id, { answers: openAnswers(deps, _id, answers), shown }]),
  );
}

/** Selected answers of students. */
export async function loadAnswers(
  deps: ReadDeps,
  userIds: readonly string[],
  questions: readonly string[],
): Promise<Map<string, Answers>> {
  const found = await loadCards(deps, userIds, questions);
  return new Map([...found].map(([id, { answers }]) => [id, answers]));
}

/** Estimated number of profiles, from metadata. */
export const countProfiles = ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  profiles(db).estimatedDocumentCount();

/** Every profile, as a stream. */
export async function* eachProfile(deps: ReadDeps): AsyncGenerator<StoredProfile> {
  for await (const each of readPaced<ProfileDocument>(profiles(deps.db).find())) yield stored(deps, each);
}

const refuseHeld = () => new ApiError('under_age', { errors: [{ pointer: BIRTH_DATE, detail: AGE_HELD }] });

type Person = Pick<Actor, 'userId' | 'email'>;

/**
 * Refuses a new date of birth while one under 18 waits for the safety team, with the wording of the first refusal. A confirmed date
 * under 18 is reported to the team.
 */
async function checkAge(deps: Deps, actor: Person, patch: ProfilePatch): Promise<AnswerChanges> {
  const birthDate = givenBirthDate(patch.answers ?? {});
  if (birthDate !== null && (await isAgeHeld(deps, actor))) throw refuseHeld();
  try {
    return readAnswers(patch, todayAt(deps));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'under_age') await startAgeHold(deps, actor, birthDate!);
    throw error;
  }
}

/**
 * Gives a student without a profile the blocks and strikes of their mailbox; throws 403 if another account has it. Before there is a profile: nobody meets the student until all of it is
 * done, and what fails is done again by the next try.
 */
async function enterMailbox(deps: Deps, { userId, email }: Person): Promise<void> {
  if (await profiles(deps.db).exists({ _id: userId })) return;
  // they must not go to an account that was erased meanwhile
  if (await wasErased(deps, userId)) throw new ApiError('unauthenticated');
  // a hosted project has an account per alias; the strikes of one mailbox are those of its one student
  if (isHosted(deps)) {
    const others = await othersAt(deps, markOf(deps, email), userId);
    if (await profiles(deps.db).exists(withIds(others))) throw new ApiError('forbidden');
  }
  await adoptTraces(deps, userId, email);
}

interface Write {
  /** Throws if a profile exists. */
  readonly onlyNew?: boolean;
  /** The new language of mail; unchanged if absent. */
  readonly language?: SpokenLanguage;
}

/**
 * Applies a patch in one write, and a date of birth only if no age hold began meanwhile; each question is set or removed on its own. Creates the profile if there is none. Throws profile_exists with
 * `onlyNew`, answers_changed where an answer is not the one that the patch was made from, and a refusal of `readAnswers` for bad answers; nothing
 * is stored then.
 */
export async function patchProfile(
  deps: Deps,
  actor: Person,
  patch: ProfilePatch,
  { onlyNew = false, language }: Write = {},
): Promise<StoredProfile> {
  const now = deps.clock.now();
  const wanted = await checkAge(deps, actor, patch);
  await enterMailbox(deps, actor);
  const at = (ids: readonly string[], value: (id: string) => unknown) =>
    Object.fromEntries(ids.map((id) => [`answers.${id}`, value(id)]));
  const completed = patch.onboardingCompletedAt;
  const updateOf = ({ set, unset }: AnswerChanges) => ({
    $set: {
      ...at(Object.keys(set), (id) => cipherOf(deps).seal(set[id], sealedPlace(actor.userId, id))),
      email: actor.email,
      updatedAt: now,
      ...(language && { language }),
      ...(completed !== undefined && {
        onboardingCompletedAt: completed === null ? null : new Date(completed),
      }),
    },
    ...(unset.length > 0 && { $unset: at(unset, () => 1) }),
    $setOnInsert: { createdAt: now },
  });
  const upsert = (
    changes: AnswerChanges,
    unchanged: Readonly<Record<string, unknown>>,
    session: ClientSession | null,
  ) =>
    profiles(deps.db)
      .findOneAndUpdate(
        // every profile has createdAt, so an existing one collides on its id, as does one that does not match
        { _id: actor.userId, ...(onlyNew && { createdAt: null }), ...unchanged },
        updateOf(changes),
        { upsert: true, returnDocument: 'after', session },
      )
      .lean<ProfileDocument>();
  const write = async (session: ClientSession | null) => {
    if (onlyNew || !patch.madeFrom) return upsert(wanted, {}, session);
    const known = await profiles(deps.db).findById(actor.userId).session(session).lean<ProfileDocument>();
    const answers = known ? stored(deps, known).answers : {};
    const changes = changesSince(patch.madeFrom, wanted, answers);
    // an answer that is written meanwhile has another sealed value
    const sealed = at(idsIn(changes), (id) => known?.answers?.[id] ?? null);
    return upsert(changes, sealed, session);
  };
  const writeUnlessHeld = () =>
    inTransaction(deps.db, async (session) => {
      if (await isAgeHeld(deps, actor, session)) throw refuseHeld();
      return write(session);
    });
  const isAged = givenBirthDate(patch.answers ?? {}) !== null;
  const found = await retryCollisions(
    isAged ? writeUnlessHeld : () => write(null),
    onlyNew ? 1 : undefined,
  ).catch((error: unknown) => {
    if (onlyNew && isDuplicateKey(error)) throw new ApiError('profile_exists');
    throw error;
  });
  return stored(deps, found!);
}

/** Stores the new address of an account. */
export const renameProfile = async ({ db }: Pick<Deps, 'db'>, userId: string, email: string): Promise<void> =>
  void (await profiles(db).updateOne({ _id: userId }, { $set: { email } }));

/** Stores the language of a student's page if mail uses another one. */
export async function storeLanguage(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  language: SpokenLanguage,
): Promise<void> {
  await profiles(db).updateOne({ _id: userId, language: trusted({ $ne: language }) }, { $set: { language } });
}

/** The name a student gave, or a neutral one. */
export function displayNameOf(answers: Answers, { t }: Catalogue = ENGLISH): string {
  return nameIn(answers) || t('A student');
}

/** The name that the student gave; empty or undefined without one. */
export const nameIn = (answers: Answers): string | undefined =>
  (answers.bundle_intro as { display_name?: string } | undefined)?.display_name?.trim();

/** Age in full years today; null without a date of birth. */
export function ageToday(deps: Pick<Deps, 'clock' | 'env'>, answers: Answers): number | null {
  const date = (answers.bundle_intro as { date_of_birth?: string } | undefined)?.date_of_birth;
  return date ? ageOn(date, todayAt(deps)) : null;
}

/** Name and, if shown, age of students, for cards; ids without a profile are left out. */
export async function personOf(
  deps: Deps,
  userIds: readonly string[],
  texts: Catalogue,
): Promise<Map<string, { id: string; name: string; age: number | null }>> {
  const found = await loadProfiles(deps, userIds);
  return new Map(
    [...found].map(([id, { answers, shown = SHOWN_BY_DEFAULT }]) => [
      id,
      {
        id,
        name: displayNameOf(answers, texts),
        age: shown.includes('age') ? ageToday(deps, answers) : null,
      },
    ]),
  );
}
