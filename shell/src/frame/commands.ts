import type { Navigation } from '@flint/remote-kit';
import type { IconName } from '@flint/ui';
import { NAVIGATION, SCREENS } from '../routing/screens';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Keys that do the same, shown beside it. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

interface Needs {
  readonly navigation: Pick<Navigation, 'goTo'>;
  readonly signOut: (scope: 'local' | 'global') => void;
  readonly showShortcuts: () => void;
}

/** Everything the command palette can do. */
export function allCommands({ navigation, signOut, showShortcuts }: Needs): Command[] {
  return [
    ...NAVIGATION.map((screen): Command => ({
      id: screen,
      label: `Go to ${SCREENS[screen].label}`,
      icon: SCREENS[screen].icon,
      keys: ['g', SCREENS[screen].key],
      run: () => navigation.goTo(screen),
    })),
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: 'keyboard', keys: ['?'], run: showShortcuts },
    { id: 'sign-out', label: 'Sign out', icon: 'logout', run: () => signOut('local') },
    {
      id: 'sign-out-everywhere',
      label: 'Sign out on every device',
      icon: 'logout',
      run: () => signOut('global'),
    },
  ];
}

/** Commands that fit what was typed: every word, in any order, at any place. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const text = label.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
