import { loadable } from '@flint/ui';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { usePlatform, type ScreenId, type SessionState } from '@flint/remote-kit';
import { Frame } from './frame/load-frame';
import { Notices } from './frame/Notices';
import { ScreenSkeleton } from './frame/ScreenSkeleton';
import { SignedOutFrame } from './frame/SignedOutFrame';
import { Starting } from './frame/Starting';
import { emptyPrivateCaches } from './offline/private-caches';
import { useWorker } from './offline/use-worker';
import { useWorkerState } from './offline/worker-state';
import type { SessionAccess } from './platform/DataGate';
import { useWaiting } from './platform/news';
import { unsaved } from './platform/unsaved';
import { RemoteScreen } from './remotes/RemoteScreen';
import type { Landing } from './routing/landing';
import { usePageEffects, useTitle } from './routing/page-effects';
import { screenOfPath } from './routing/paths';
import { labelOf } from './routing/screens';

const NotFound = loadable(() => import('./frame/NotFound').then((module) => module.NotFound));
const Live = loadable(() => import('./live/Live').then((module) => module.Live));
const UpdatePrompt = loadable(() => import('./frame/UpdatePrompt').then((module) => module.UpdatePrompt));

interface Props {
  readonly session: SessionState;
  readonly appName: string;
  readonly access: SessionAccess;
  readonly landing: Landing;
}

/** Which screen is shown: the routing rule of spec 2. */
export function AppScreens(props: Props) {
  const { session } = props;
  useWorker();
  const { update } = useWorkerState();
  if (session.status === 'loading') return <Starting />;
  return (
    <>
      {session.status === 'signedOut' ? (
        <SignedOut appName={props.appName} landing={props.landing} />
      ) : (
        <SignedIn {...props} userId={session.user.id} />
      )}
      <Notices />
      {update && <UpdatePrompt onUpdate={update} />}
    </>
  );
}

function SignedOut({ appName, landing }: Pick<Props, 'appName' | 'landing'>) {
  const { pathname, search } = useLocation();
  useTitle(labelOf('signIn'), appName);
  useEffect(() => {
    unsaved.clear();
    void emptyPrivateCaches();
  }, []);
  // the offers send whoever is signed out to sign-in's own address (spec 2); every other route shows it where it is
  if (screenOfPath(pathname) === 'offers')
    return <Navigate to="/auth" replace state={landing.stateFor(pathname + search)} />;
  return (
    <SignedOutFrame>
      <RemoteScreen screen="signIn" skeleton={<ScreenSkeleton label={labelOf('signIn')} />} />
    </SignedOutFrame>
  );
}

function SignedIn({ appName, access, landing, userId }: Props & { readonly userId: string }) {
  const { pathname, search, key, state } = useLocation();
  const { navigation } = usePlatform();
  const screen = screenOfPath(pathname);
  // by verifying a code, or by an address that was opened and not gone to inside the app
  const [hasArrived] = useState(() => landing.isExpected() || key === 'default');
  const redirect = landing.from(pathname, state);
  useEffect(() => {
    if (redirect === null) landing.arrive();
  }, [redirect, landing]);
  usePageEffects();
  useTitle(labelOf(screen), appName, useWaiting());

  if (redirect !== null) return <Navigate to={redirect} replace />;
  const goOn = (next: ScreenId) => {
    // somebody quick is elsewhere by now
    if (location.pathname === '/') navigation.goTo(next, {}, { replace: true });
  };
  const skeleton = <ScreenSkeleton label={screen ? labelOf(screen) : ''} />;
  const data = {
    userId,
    access,
    fallback: skeleton,
    Beside: Live,
    goOn: hasArrived && pathname + search === '/' ? goOn : undefined,
  };
  return (
    <Frame screen={screen} data={screen && data} fallback={<Starting />}>
      {screen ? <RemoteScreen screen={screen} skeleton={skeleton} /> : <NotFound />}
    </Frame>
  );
}
