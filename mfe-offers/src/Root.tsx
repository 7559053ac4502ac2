import { usePlatform, type RemoteProps, type ScreenId } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Spinner, loadable } from '@flint/ui';
import { useEffect } from 'react';
import { OffersScreen } from './offers/OffersScreen';
import './shared/shared.css';

const MatchesScreen = loadable(() =>
  import(/* webpackChunkName: 'screen-matches' */ './matches/MatchesScreen').then(
    (module) => module.MatchesScreen,
  ),
);

export const prepare = async (screen: ScreenId) => {
  if (screen === 'matches') await MatchesScreen.load();
};

/** The offers screen, and the matches screen that is loaded when asked for. Signed-out visitors go to sign-in (spec 1, 2). */
export function Root({ screen }: RemoteProps) {
  const { session, navigation } = usePlatform();
  const isSignedOut = session.status === 'signedOut';
  useEffect(() => {
    if (isSignedOut) navigation.goTo('signIn', {}, { replace: true });
  }, [isSignedOut, navigation]);
  if (isSignedOut || session.status === 'loading') {
    return (
      <div className="o-wait f-center">
        <Spinner label={t('Loading')} />
      </div>
    );
  }
  if (screen !== 'matches') return <OffersScreen />;
  return (
    <MatchesScreen
      fallback={
        <div className="o-wait f-center">
          <Spinner label={t('Loading your matches')} />
        </div>
      }
    />
  );
}
