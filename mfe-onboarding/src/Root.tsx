import { useUser, type RemoteProps } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Spinner } from '@flint/ui';
import { lazy, Suspense } from 'react';
import { autosaverOf } from './onboarding/autosaver';
import { Onboarding } from './onboarding/Onboarding';
import { useAutosaver } from './onboarding/use-autosave';

const ProfileScreen = lazy(() =>
  import('./profile/ProfileScreen').then(({ ProfileScreen: Screen }) => ({ default: Screen })),
);

/** The questionnaire, and the profile summary that is loaded when asked for. Answers still on the device are sent from both. */
export function Root({ screen }: RemoteProps) {
  const { id } = useUser();
  useAutosaver(autosaverOf(id), id);
  if (screen !== 'profile') return <Onboarding key={id} />;
  return (
    <Suspense fallback={<Spinner label={t('Loading your profile')} />}>
      <ProfileScreen />
    </Suspense>
  );
}
