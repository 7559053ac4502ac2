import type { Profile, ProfilePatch } from '@flint/contracts';
import { createProfile, updateProfile } from '@flint/contracts/routes/profile';
import { message } from '@flint/texts';
import type { useDispatch } from 'react-redux';
import { api } from '../data/api';
import type { CallFailure } from '../data/failure';
import { send } from '../data/transport';
import type { AuthActions } from '../platform';

const PATIENCE_MS = 20_000;

interface RefusedField {
  readonly questionId: string;
  /** The field within the answer, if the server names one. */
  readonly field: string | undefined;
  readonly detail: string;
}

export type PatchOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed' }
  /** Nobody, or another student, is signed in now: nothing was sent. */
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'refused'; readonly fields: readonly RefusedField[] };

export type SendPatch = (
  patch: ProfilePatch,
  options: { readonly leaving: boolean },
) => Promise<PatchOutcome>;

/** The student of a token; null if it cannot be parsed. */
function subjectOf(token: string): string | null {
  try {
    const claims = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(claims) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}

function outcomeOf({ status, problem }: CallFailure): PatchOutcome {
  const fields = (problem?.errors ?? []).flatMap(({ pointer, detail }) => {
    const [, , questionId, field] = pointer.split('/');
    return questionId ? [{ questionId, field, detail }] : [];
  });
  return status === 422 && fields.length > 0 ? { kind: 'refused', fields } : { kind: 'failed' };
}

/** Whether the server reported that there is no profile. Otherwise PATCH is used, which creates a missing one. */
const hasNoProfile = (dispatch: ReturnType<typeof useDispatch>): boolean => {
  const readState = (_dispatch: unknown, getState: () => never) =>
    api.endpoints.readProfile.select()(getState()).data === null;
  return dispatch(readState as never) === true;
};

/**
 * Sends patches of one student's profile and updates the page's copy of the profile. A saver outlives its screen, so each patch checks that
 * the same student is still signed in.
 */
export function createSendPatch(
  userId: string,
  { accessToken }: Pick<AuthActions, 'accessToken'>,
  dispatch: ReturnType<typeof useDispatch>,
): SendPatch {
  return async (patch, { leaving }) => {
    const token = await accessToken();
    if (!token || (subjectOf(token) ?? userId) !== userId) return { kind: 'signedOut' };
    const call = { body: patch, signal: AbortSignal.timeout(PATIENCE_MS), keepalive: leaving };
    const update = { ...call, route: updateProfile, action: message('update profile') };
    const create = { ...call, route: createProfile, action: message('create profile') };
    let answer = await send(hasNoProfile(dispatch) ? create : update);
    // another tab created it meanwhile
    if ('error' in answer && answer.error.code === 'profile_exists') answer = await send(update);
    if ('error' in answer) return outcomeOf(answer.error);
    dispatch(api.util.upsertQueryData('readProfile', undefined, answer.data as Profile) as never);
    dispatch(api.util.invalidateTags(['Matches']) as never);
    return { kind: 'taken' };
  };
}
