import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  useListPhotosQuery,
  useReadAvailabilityQuery,
  useReadProfileQuery,
} from '@flint/remote-kit/data';
import { completenessOf } from '@flint/contracts/questions/completeness';
import { ErrorState, Page, Skeleton } from '@flint/ui';
import { ProfileSummary } from './ProfileSummary';

/** The profile summary (spec 2), from the profile, the week and the photos. */
export function ProfileScreen() {
  const profile = useReadProfileQuery();
  const week = useReadAvailabilityQuery();
  const photos = useListPhotosQuery();
  const { session } = usePlatform();
  const email = session.status === 'signedIn' || session.status === 'unknown' ? session.user.email : '';
  const failure = asCallFailure(profile.error ?? week.error ?? photos.error);
  if (profile.isLoading || week.isLoading || photos.isLoading) {
    return (
      <Page title="Your Profile" lead={email}>
        <Skeleton shape="block" height="9rem" />
        <Skeleton shape="block" height="14rem" />
      </Page>
    );
  }
  if (failure && profile.data === undefined) {
    const retry = () => [profile, week, photos].forEach(({ refetch }) => void refetch());
    return (
      <Page title="Your Profile" lead={email}>
        <ErrorState title="Unable to Load Your Profile" onRetry={retry}>
          <p>{failure.message}</p>
        </ErrorState>
      </Page>
    );
  }
  const count = photos.data?.items.length ?? 0;
  const hasAvailability = (week.data?.utcSlots.length ?? 0) > 0;
  const onboardingCompleted = Boolean(profile.data?.onboardingCompletedAt);
  return (
    <ProfileSummary
      email={email}
      profile={profile.data ?? null}
      week={week.data ?? null}
      photos={photos.data?.items ?? []}
      completeness={completenessOf({ onboardingCompleted, photos: count, hasAvailability })}
    />
  );
}
