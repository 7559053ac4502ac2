import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { PlatformProvider, usePlatform, type ScreenId } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Icon, IconButton, icons, Keys, loadable, loadableDialog, Wordmark } from '@flint/ui';
import { DataGate, type DataGateProps } from '../platform/DataGate';
import { useRenewSeen } from '../offline/renew-seen';
import { usePreloadNext } from '../remotes/preload-next';
import { isFirstPass } from '../routing/first-pass';
import { useInstall } from './install';
import { isInSettings, labelOf } from '../routing/screens';
import { Navigation } from './Navigation';
import { useSignOut } from './SignOut';
import { StatusLine } from './StatusLine';
import { PALETTE_KEYS, useShortcuts, useTypeAhead } from './shortcut-keys';

const CommandPalette = loadableDialog(() =>
  import('./CommandPalette').then((module) => module.CommandPalette),
);
const ShortcutsOverlay = loadableDialog(() =>
  import('./ShortcutsOverlay').then((module) => module.ShortcutsOverlay),
);

const RemotesPanel = loadable(() => import('./remotes/RemotesPanel').then((module) => module.RemotesPanel));

const loadAlerts = () => import('../alerts/alerts').then((module) => module.alerts);

interface Props {
  readonly screen: ScreenId | null;
  readonly data: Omit<DataGateProps, 'children'>;
  readonly children: ReactNode;
}

/** The application frame around every screen of a signed-in student. */
export function Frame({ screen, data, children }: Props) {
  const platform = usePlatform();
  const { config, navigation } = platform;
  const install = useInstall();
  // added here and not in ShellPlatform, which the sign-in page loads
  const { signOut, leaving } = useSignOut();
  const inFrame = useMemo(
    () => ({ ...platform, alerts: loadAlerts, install, signOut }),
    [platform, install, signOut],
  );
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'remotes' | null>(null);
  const { goTo } = navigation;
  // a dialog's close event is delayed: it must not close a dialog that was opened meanwhile
  const close = (which: typeof open) => setOpen((current) => (current === which ? null : current));
  const openPalette = useCallback(() => setOpen('palette'), []);
  const showShortcuts = useCallback(() => setOpen('shortcuts'), []);
  useShortcuts({ goTo, openPalette, showShortcuts });
  const typedAhead = useTypeAhead(open === 'palette');
  usePreloadNext(screen);
  useRenewSeen();

  return (
    <div className={screen === 'onboarding' && isFirstPass() ? 'frame frame--pass' : 'frame'}>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <header className="title-area">
        <Wordmark name={config.appName} size={28} />
        <p className="title-area__screen">
          {isInSettings(navigation.location) ? t('Settings') : labelOf(screen)}
        </p>
        <button type="button" className="title-area__palette" onClick={openPalette}>
          <Icon path={icons.search} size={18} />
          <span className="f-grow">{t('Search people, offers, settings')}</span>
          <Keys keys={PALETTE_KEYS} />
        </button>
        <IconButton
          label={t('Keyboard shortcuts')}
          icon={<Icon path={icons.keyboard} />}
          onClick={showShortcuts}
        />
      </header>
      <Navigation screen={screen} />
      <main id="main" tabIndex={-1}>
        <PlatformProvider value={inFrame}>
          <DataGate {...data}>{children}</DataGate>
        </PlatformProvider>
      </main>
      <StatusLine screen={screen} />
      {open === 'palette' && (
        <CommandPalette
          typedAhead={typedAhead}
          signOut={signOut}
          onShortcuts={showShortcuts}
          onRemotes={() => setOpen('remotes')}
          onClose={() => close('palette')}
        />
      )}
      {leaving}
      {open === 'remotes' && <RemotesPanel onClose={() => close('remotes')} fallback={null} />}
      {open === 'shortcuts' && <ShortcutsOverlay onClose={() => close('shortcuts')} />}
    </div>
  );
}
