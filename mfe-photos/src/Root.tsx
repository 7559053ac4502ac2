import type { RemoteProps, ScreenId } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Spinner, loadable } from '@flint/ui';
import { PhotosScreen } from './PhotosScreen';

const ProfileScreen = loadable(() =>
  import('./profile/ProfileScreen').then((module) => module.ProfileScreen),
);

export const prepare = async (screen: ScreenId) => {
  if (screen === 'profile') await ProfileScreen.load();
};

/** The photos, and the profile summary that is loaded when asked for. */
export function Root({ screen }: RemoteProps) {
  if (screen !== 'profile') return <PhotosScreen />;
  return <ProfileScreen fallback={<Spinner label={t('Loading your profile')} />} />;
}
