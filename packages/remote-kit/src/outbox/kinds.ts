import type { Availability } from '@flint/contracts';
import type { AlbumChanged } from '@flint/contracts/routes/photos';
import type { AnswersChanged } from '@flint/contracts/routes/profile';
import { mergeAlbums, withoutDeleted } from '@flint/contracts/merge-albums';
import { subjectOf } from '@flint/contracts/token-claims';
import { isSameWeek, mergeHours, weekOf } from '@flint/contracts/week/index';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../data/api';
import { asCallFailure, networkFailure, type CallFailure } from '../data/failure';
import { accessToken } from '../data/transport';
import type { Rules, Write } from './entry';
import type { Kind, Outcome } from './parts';
import { isSameJson } from './same';

type Dispatch = ThunkDispatch<never, unknown, UnknownAction>;
type Writes = ReadonlyMap<string, Write>;

async function resultOf<T>(
  request: Promise<{ readonly data?: T | undefined; readonly error?: unknown }>,
): Promise<{ readonly data: T } | { readonly failure: CallFailure }> {
  const { data, error } = await request;
  return data === undefined ? { failure: asCallFailure(error) ?? networkFailure() } : { data };
}

const isPassing = ({ status }: CallFailure) =>
  status === 0 || status >= 500 || status === 429 || status === 408;

/** The outcome of a refused write. `keyOf` names the entry of a field error; without one, every entry is refused. */
function refusalOf(
  failure: CallFailure,
  writes: Writes,
  keyOf?: (pointer: string) => string | undefined,
): Outcome {
  if (failure.status === 401) return { by: 'signedOut' };
  if (isPassing(failure)) return { by: 'failure', retryAfterMs: failure.retryAfterMs };
  const named = (failure.problem?.errors ?? []).flatMap(({ pointer, detail }) => {
    const key = keyOf?.(pointer);
    return key !== undefined && writes.has(key)
      ? [[key, { detail, pointer, code: failure.code }] as const]
      : [];
  });
  const all = [...writes.keys()].map((key) => [key, { detail: failure.message }] as const);
  // the first problem of an answer is shown
  return { by: 'refusal', details: new Map((named.length > 0 ? named : all).reverse()) };
}

const stored = (values: readonly (readonly [string, unknown])[]): Outcome => ({
  by: 'stored',
  values: new Map(values),
});

const valuesOf = (writes: Writes, pick: (write: Write) => unknown) =>
  Object.fromEntries([...writes].map(([key, write]) => [key, pick(write)]));

const albumsOf = (...[madeFrom, mine, stored]: (readonly string[] | null)[]) => ({
  madeFrom: madeFrom ?? [],
  mine: mine ?? [],
  stored: stored ?? [],
});

/** How albums merge: lists of addresses, the first photo primary. */
export const ALBUM_RULES: Rules<readonly string[]> = {
  isSame: isSameJson,
  merge: (...albums) => mergeAlbums(albumsOf(...albums)) ?? undefined,
  keep: (...albums) => withoutDeleted(albumsOf(...albums)),
};

/** The kinds of values of a student, and the call that sends each. */
export function createKinds(userId: string, dispatch: Dispatch): Readonly<Record<string, Kind>> {
  const { createProfile, updateProfile, saveAvailability, savePhotos, saveOfferMail } = api.endpoints;
  const untracked = { track: false } as const;

  /** Whether the server said that there is no profile. Otherwise PATCH is used, which creates a missing one. */
  const hasNoProfile = (): boolean =>
    dispatch(
      (_dispatch: Dispatch, getState: () => never) =>
        api.endpoints.readProfile.select()(getState()).data === null,
    );

  const sendAnswers = async (writes: Writes): Promise<Outcome> => {
    const answers = valuesOf(writes, ({ value }) => value);
    const madeFrom = valuesOf(writes, (write) => write.madeFrom);
    const update = () => resultOf(dispatch(updateProfile.initiate({ answers, madeFrom }, untracked)));
    let result = hasNoProfile()
      ? await resultOf(dispatch(createProfile.initiate({ answers }, untracked)))
      : await update();
    // another tab created it meanwhile
    if ('failure' in result && result.failure.code === 'profile_exists') result = await update();
    if ('data' in result)
      return stored([...writes.keys()].map((key) => [key, result.data.answers[key] ?? null]));
    const { failure } = result;
    if (failure.code !== 'answers_changed')
      return refusalOf(failure, writes, (pointer) => pointer.split('/')[2]);
    const { changed } = failure.problem as unknown as AnswersChanged;
    return { by: 'dispute', theirs: new Map(Object.entries(changed)) };
  };

  /** Sends a kind that has one entry and no conflicts. */
  const sendingOne =
    <V, T>(call: (write: Write<V>) => Parameters<typeof resultOf<T>>[0], storedOf: (data: T) => unknown) =>
    async (writes: Writes): Promise<Outcome> => {
      const [[key, write]] = [...writes] as [[string, Write<V>]];
      const result = await resultOf(call(write));
      return 'data' in result ? stored([[key, storedOf(result.data)]]) : refusalOf(result.failure, writes);
    };

  const sendCompleted = sendingOne(
    ({ value }: Write<string>) =>
      dispatch(updateProfile.initiate({ onboardingCompletedAt: value }, untracked)),
    ({ onboardingCompletedAt }) => onboardingCompletedAt,
  );

  const sendWeek = sendingOne(
    ({ madeFrom, value }: Write<Availability>) =>
      dispatch(saveAvailability.initiate({ ...value!, madeFrom }, untracked)),
    (week) => week,
  );

  /** Without `madeFrom`: a switch has two values, so that the server has the old one or already the new one. */
  const sendMail = sendingOne(
    ({ value }: Write<boolean>) => dispatch(saveOfferMail.initiate({ wanted: value! }, untracked)),
    ({ wanted }) => wanted,
  );

  const sendAlbum = async (writes: Writes): Promise<Outcome> => {
    const [[key, { madeFrom, value }]] = [...writes] as [[string, Write<string[]>]];
    const photos = (value ?? []).map((url, i) => ({ url, isPrimary: i === 0 }));
    const result = await resultOf(
      dispatch(savePhotos.initiate({ photos, madeFrom: madeFrom ?? [] }, untracked)),
    );
    const urlsOf = (items: AlbumChanged['photos']) => items.map(({ url }) => url);
    if ('data' in result) return stored([[key, urlsOf(result.data.items)]]);
    const { failure } = result;
    if (failure.code !== 'album_changed') return refusalOf(failure, writes, () => key);
    const { photos: theirs } = failure.problem as unknown as AlbumChanged;
    return { by: 'dispute', theirs: new Map([[key, urlsOf(theirs)]]) };
  };

  /** Sends only in the name of this student: another one may have signed in in another tab. */
  const asStudent =
    (send: (writes: Writes) => Promise<Outcome>) =>
    async (writes: Writes): Promise<Outcome> => {
      const token = await accessToken();
      return token && (subjectOf(token) ?? userId) === userId ? send(writes) : { by: 'signedOut' };
    };

  const week: Rules<Availability> = {
    isSame: isSameWeek,
    merge: (madeFrom, mine, theirs) => {
      if (!mine) return theirs;
      const { cells, timezone } = mergeHours(theirs, mine, madeFrom);
      return weekOf(cells, timezone, new Date(mine.lastUpdated));
    },
  };
  return {
    answers: { isSame: isSameJson, send: asStudent(sendAnswers) },
    completed: { isSame: isSameJson, send: asStudent(sendCompleted) },
    week: { ...(week as Rules), send: asStudent(sendWeek) },
    album: { ...(ALBUM_RULES as Rules), send: asStudent(sendAlbum) },
    mail: { isSame: isSameJson, send: asStudent(sendMail) },
    /** Forms that are not sent yet, the question last shown: they stay on this device. */
    draft: { isSame: isSameJson },
  };
}
