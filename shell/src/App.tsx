import { useEffect, useMemo } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { AuthActions, PlatformConfig } from '@flint/remote-kit';
import { AppScreens } from './AppScreens';
import { ShellBoundary } from './frame/ShellBoundary';
import { ShellPlatform } from './platform/ShellPlatform';
import { noteAnswer } from './offline/worker-state';
import type { Landing } from './routing/landing';
import { claimEarlyAnswer } from './session/early-answers';
import { RECHECK_MS, useSession, type SessionStore } from './session/session-store';
import { measureLater } from './telemetry/measure';

interface Props {
  readonly config: PlatformConfig;
  readonly store: SessionStore;
  readonly actions: AuthActions;
  readonly landing: Landing;
}

/** The whole app: error page, router, platform, screens. */
export function App({ config, store, actions, landing }: Props) {
  const session = useSession(store);
  useEffect(measureLater, []);
  const access = useMemo(
    () => ({
      accessToken: actions.accessToken,
      onUnauthenticated: () => void store.check(RECHECK_MS),
      takeEarly: claimEarlyAnswer,
      onAnswer: noteAnswer,
    }),
    [actions, store],
  );
  return (
    <ShellBoundary place={session}>
      {/* updates at once: a view transition needs to know when the page has changed */}
      <BrowserRouter useTransitions={false}>
        <ShellPlatform config={config} session={session} auth={actions}>
          <AppScreens session={session} appName={config.appName} access={access} landing={landing} />
        </ShellPlatform>
      </BrowserRouter>
    </ShellBoundary>
  );
}
