import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { usePlatform, type ScreenId } from '@flint/remote-kit';
import { Icon, IconButton, Wordmark } from '@flint/ui';
import { SCREENS } from '../routing/screens';
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

  const commands = useMemo(() => {
    const signOut = (scope: 'local' | 'global') =>
      void auth.signOut(scope).then((result) => result.ok || notify(result.message, 'failure'));
    return allCommands({ navigation: { goTo }, signOut, showShortcuts });
  }, [auth, notify, goTo, showShortcuts]);

  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to the screen
      </a>
      <header className="title-area">
        <Wordmark name={config.appName} size={28} />
        <p className="title-area__screen">{screen ? SCREENS[screen].label : 'Page not found'}</p>
        <button type="button" className="title-area__palette" onClick={openPalette}>
          <Icon name="search" />
          <span>Go to…</span>
          <Keys keys={PALETTE_KEYS} />
        </button>
        <IconButton label="Keyboard shortcuts" icon={<Icon name="keyboard" />} onClick={showShortcuts} />
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
