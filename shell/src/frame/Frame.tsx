import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { usePlatform, type ScreenId } from '@flint/remote-kit';
import { chooseLanguage, language, t } from '@flint/texts';
import { Icon, IconButton, Wordmark } from '@flint/ui';
import { usePreloadNext } from '../remotes/preload-next';
import { NOT_FOUND, SCREENS } from '../routing/screens';
import { CommandPalette } from './CommandPalette';
import { allCommands } from './commands';
import { Keys } from './Keys';
import { Navigation } from './Navigation';
import { PALETTE_KEYS, ShortcutsOverlay } from './ShortcutsOverlay';
import { StatusLine } from './StatusLine';
import { useShortcuts } from './shortcut-keys';

interface Props {
  readonly screen: ScreenId | null;
  readonly children: ReactNode;
}

/** The application frame around every screen of a signed-in student. */
export function Frame({ screen, children }: Props) {
  const { config, navigation, auth, notify } = usePlatform();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const { goTo } = navigation;
  // a dialog's close event comes late: it must not close the one opened meanwhile
  const close = (which: typeof open) => setOpen((current) => (current === which ? null : current));
  const openPalette = useCallback(() => setOpen('palette'), []);
  const showShortcuts = useCallback(() => setOpen('shortcuts'), []);
  useShortcuts({ goTo, openPalette, showShortcuts });
  usePreloadNext(screen);

  const commands = useMemo(() => {
    const signOut = (scope: 'local' | 'global') =>
      void auth.signOut(scope).then((result) => result.ok || notify(t(result.message), 'failure'));
    return allCommands({
      navigation: { goTo },
      signOut,
      showShortcuts,
      language: language(),
      chooseLanguage,
    });
  }, [auth, notify, goTo, showShortcuts]);

  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        {t('Skip to the screen')}
      </a>
      <header className="title-area">
        <Wordmark name={config.appName} size={28} />
        <p className="title-area__screen">{t(screen ? SCREENS[screen].label : NOT_FOUND)}</p>
        <button type="button" className="title-area__palette" onClick={openPalette}>
          <Icon name="search" />
          <span>{t('Go to…')}</span>
          <Keys keys={PALETTE_KEYS} />
        </button>
        <IconButton label={t('Keyboard shortcuts')} icon={<Icon name="keyboard" />} onClick={showShortcuts} />
      </header>
      <Navigation screen={screen} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <StatusLine screen={screen} />
      {open === 'palette' && <CommandPalette commands={commands} onClose={() => close('palette')} />}
      {open === 'shortcuts' && <ShortcutsOverlay onClose={() => close('shortcuts')} />}
    </div>
  );
}
