import { useUser, type RemoteProps, type ScreenId } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Spinner, loadable } from '@flint/ui';
import { autosaverOf } from './onboarding/autosaver';
import { Onboarding } from './onboarding/Onboarding';
import { useAutosaver } from './onboarding/use-autosave';

const ProfileScreen = loadable(() =>
  import('./profile/ProfileScreen').then((module) => module.ProfileScreen),
);

export const prepare = async (screen: ScreenId) => {
  if (screen === 'profile') await ProfileScreen.load();
};

/** The questionnaire, and the profile summary that is loaded when asked for. Answers still on the device are sent from both. */
export function Root({ screen }: RemoteProps) {
  const { id } = useUser();
  useAutosaver(autosaverOf(id), id);
  if (screen !== 'profile') return <Onboarding key={id} />;
  return <ProfileScreen fallback={<Spinner label={t('Loading your profile')} />} />;
}
