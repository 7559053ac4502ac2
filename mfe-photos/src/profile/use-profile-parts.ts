import type { Availability, Photo, Profile } from '@flint/contracts';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import type { Answers } from '@flint/contracts/questions/types';
import {
  asCallFailure,
  useListPhotosQuery,
  useReadAvailabilityQuery,
  useReadProfileQuery,
  isMarkedCompleted,
  useAnswers,
  useCompleted,
} from '@flint/remote-kit/data';
import { readDevicePhotoCount, readDeviceWeek } from './device-copies';

export interface ProfileParts {
  readonly profile: Profile | null;
  /** Ids of what matching still needs. */
  readonly missing: ReturnType<typeof missingForMatching>;
  /** How much of each section is answered; empty without a profile, undefined if the server did not say. */
  readonly sections: Profile['sections'] | undefined;
  readonly onboardingCompleted: boolean;
  readonly week: Availability | null;
  readonly photos: readonly Photo[];
  readonly photoCount: number;
  /** Why some parts are copies of this device; null when all come from the server. */
  readonly remembered: string | null;
}

type ProfileState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | { readonly status: 'ready'; readonly parts: ProfileParts; readonly retry: () => void };

/** Profile, week and photos from the server; without a network, the copies on this device (spec 3, Stored on the device). */
export function useProfileParts(): ProfileState {
  const { answers } = useAnswers();
  const completedAt = useCompleted();
  const profile = useReadProfileQuery();
  const week = useReadAvailabilityQuery();
  const photos = useListPhotosQuery();
  const queries = [profile, week, photos];
  const retry = () => {
    for (const { error, refetch } of queries) if (error) void refetch();
  };

  if (queries.some(({ isLoading }) => isLoading)) return { status: 'loading' };
  const failures = queries.flatMap(({ error }) => asCallFailure(error) ?? []);
  const hasDeviceCopy = Object.keys(answers).length > 0 || isMarkedCompleted();
  const profileFailure = profile.data === undefined ? asCallFailure(profile.error) : null;
  if (profileFailure && (profileFailure.code !== 'network' || !hasDeviceCopy)) {
    return { status: 'failed', message: profileFailure.message, retry };
  }
  const stored = profile.data ?? null;
  return {
    status: 'ready',
    retry,
    parts: {
      profile: stored,
      missing: missingForMatching(profileFailure ? answers : ((stored?.answers ?? {}) as Answers)),
      sections: stored ? stored.sections : profileFailure ? undefined : [],
      onboardingCompleted: profileFailure
        ? isMarkedCompleted()
        : Boolean(stored?.onboardingCompletedAt ?? completedAt),
      week: week.data === undefined ? readDeviceWeek() : week.data,
      photos: photos.data?.items ?? [],
      photoCount: photos.data?.items.length ?? readDevicePhotoCount(),
      remembered: failures[0]?.message ?? null,
    },
  };
}
