import { usePlatform, type RemoteProps, type ScreenId } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Spinner, loadable } from '@flint/ui';
import { PhotosScreen } from './PhotosScreen';

const ProfileScreen = loadable(() =>
  import(/* webpackChunkName: 'screen-profile' */ './profile/ProfileScreen').then(
    (module) => module.ProfileScreen,
  ),
);
const SettingsScreen = loadable(() =>
  import('./settings/SettingsScreen').then((module) => module.SettingsScreen),
);

const OthersScreen = loadable(() => import('./others/OthersScreen').then((module) => module.OthersScreen));

export const prepare = async (screen: ScreenId) => {
  if (screen === 'profile') await ProfileScreen.load();
};

/** Photos and profile; the profile's pages (how others see you, settings) are loaded on first use. */
export function Root({ screen }: RemoteProps) {
  const { navigation } = usePlatform();
  if (screen !== 'profile') return <PhotosScreen />;
  const { page } = navigation.location.params;
  if (page === 'others') return <OthersScreen fallback={<Spinner label={t('Loading your profile')} />} />;
  if (page === 'blocked' || page === 'settings')
    return <SettingsScreen fallback={<Spinner label={t('Loading your settings')} />} />;
  return <ProfileScreen fallback={<Spinner label={t('Loading your profile')} />} />;
}
