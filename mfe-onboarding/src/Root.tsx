import type { RemoteProps } from '@flint/remote-kit';
import { Spinner } from '@flint/ui';
import { lazy, Suspense } from 'react';
import { Onboarding } from './onboarding/Onboarding';

const ProfileScreen = lazy(() =>
  import('./profile/ProfileScreen').then(({ ProfileScreen: Screen }) => ({ default: Screen })),
);

/** The questionnaire, and the profile summary that is loaded when asked for. */
export function Root({ screen }: RemoteProps) {
  if (screen !== 'profile') return <Onboarding />;
  return (
    <Suspense fallback={<Spinner label="Loading your profile" />}>
      <ProfileScreen />
    </Suspense>
  );
}
