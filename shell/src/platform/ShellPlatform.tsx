import { useMemo, type ReactNode } from 'react';
import {
  PlatformProvider,
  type AuthActions,
  type Platform,
  type PlatformConfig,
  type SessionState,
} from '@flint/remote-kit';
import { useOnline } from '@flint/ui/online';
import { useNavigation } from '../routing/use-navigation';
import { notices } from './notices';
import { unsaved } from './unsaved';

interface Props {
  readonly config: PlatformConfig;
  readonly session: SessionState;
  readonly auth: AuthActions;
  readonly children: ReactNode;
}

/** The platform every remote works with. */
export function ShellPlatform({ config, session, auth, children }: Props) {
  const navigation = useNavigation();
  const online = useOnline();
  const platform = useMemo<Platform>(
    () => ({
      config,
      session,
      auth,
      navigation,
      online,
      notify: (text, tone) => notices.notify(text, tone),
      setUnsaved: unsaved.setUnsaved,
    }),
    [config, session, auth, navigation, online],
  );
  return <PlatformProvider value={platform}>{children}</PlatformProvider>;
}
