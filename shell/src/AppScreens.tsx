import { loadable } from '@flint/ui';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { usePlatform, type ScreenId, type SessionState } from '@flint/remote-kit';
import { Frame } from './frame/load-frame';
import { Notices } from './frame/Notices';
import { ScreenSkeleton } from './frame/ScreenSkeleton';
import { rethrow, ShellBoundary } from './frame/ShellBoundary';
import { SignedOutFrame } from './frame/SignedOutFrame';
import { Starting } from './frame/Starting';
import { emptyPrivateCaches } from './offline/private-caches';
import { useWorker } from './offline/use-worker';
import { useWorkerState } from './offline/worker-state';
import type { SessionAccess } from './platform/DataGate';
import { useBadge, useWaiting } from './platform/news';
import { unsaved } from './platform/unsaved';
import { RemoteScreen } from './remotes/RemoteScreen';
import type { Landing } from './routing/landing';
import { usePageEffects, useSeam, useTitle } from './routing/page-effects';
import { ScreenRoutes } from './routing/ScreenRoutes';
import { labelOf } from './routing/screens';

const NotFound = loadable(() => import('./frame/NotFound').then((module) => module.NotFound));
const Live = loadable(() =>
  import(/* webpackChunkName: 'frame' */ './live/Live').then((module) => module.Live),
);
const UpdatePrompt = loadable(
  () => import('./frame/UpdatePrompt').then((module) => module.UpdatePrompt),
  // the next page has it
  () => null,
);

interface Props {
  readonly session: SessionState;
  readonly appName: string;
  readonly access: SessionAccess;
  readonly landing: Landing;
}

interface Student extends Props {
  readonly userId: string;
}

/** Which screen is shown: the routing rule of spec 2. */
export function AppScreens(props: Props) {
  const { session } = props;
  useWorker();
  useBadge();
  useSeam(session.status === 'signedOut');
  const { update } = useWorkerState();
  if (session.status === 'loading') return <Starting />;
  return (
    <>
      {session.status === 'signedOut' ? (
        <SignedOut appName={props.appName} landing={props.landing} />
      ) : (
        <SignedIn {...props} userId={session.user.id} />
      )}
      <Notices>{update && <UpdatePrompt onUpdate={update} />}</Notices>
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
  const toSignIn = <Navigate to="/auth" replace state={landing.stateFor(pathname + search)} />;
  const signIn = (
    <SignedOutFrame>
      <RemoteScreen screen="signIn" skeleton={<ScreenSkeleton label={labelOf('signIn')} />} />
    </SignedOutFrame>
  );
  // the offers lead to sign-in's own address (spec 2); every other address shows sign-in where it is
  return <ScreenRoutes render={(screen) => (screen === 'offers' ? toSignIn : signIn)} />;
}

function SignedIn(props: Student) {
  const { landing } = props;
  const { pathname, search, key, state } = useLocation();
  // by verifying a code, or by opening an address, as opposed to navigating inside the app
  const [hasArrived] = useState(() => landing.isExpected() || key === 'default');
  const redirect = landing.from(pathname, state);
  useEffect(() => {
    if (redirect === null) landing.arrive();
  }, [redirect, landing]);
  usePageEffects();
  if (redirect !== null) return <Navigate to={redirect} replace />;
  const goesOn = hasArrived && pathname + search === '/';
  return <ScreenRoutes render={(screen) => <StudentScreen {...props} screen={screen} goesOn={goesOn} />} />;
}

interface StudentScreenProps extends Student {
  readonly screen: ScreenId | null;
  /** Whether the student is led on from the home screen (decision 025, Landing). */
  readonly goesOn: boolean;
}

function StudentScreen({ appName, access, userId, screen, goesOn }: StudentScreenProps) {
  const { navigation } = usePlatform();
  useTitle(labelOf(screen), appName, useWaiting());
  const goOn = (next: ScreenId) => {
    // the student may have navigated meanwhile
    if (location.pathname === '/') navigation.goTo(next, {}, { replace: true });
  };
  const skeleton = <ScreenSkeleton label={screen ? labelOf(screen) : ''} />;
  const data = { userId, access, fallback: skeleton, Beside: Live, goOn: goesOn ? goOn : undefined };
  return (
    <Frame screen={screen} data={data} fallback={<Starting />}>
      <ShellBoundary place={navigation.location} renderFallback={rethrow}>
        {screen ? <RemoteScreen screen={screen} skeleton={skeleton} /> : <NotFound />}
      </ShellBoundary>
    </Frame>
  );
}
