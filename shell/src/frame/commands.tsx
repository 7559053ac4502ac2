import type { ReactNode } from 'react';
import type { Navigation } from '@flint/remote-kit';
import { fold, LANGUAGES, message, t, type Language } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { type IconPath, icons } from '@flint/ui';
import { chooseTheme } from '@flint/ui/habits';
import { labelOf, navigation as navigationOf } from '../routing/screens';
import { iconOf } from './icon-of';

/** Groups of commands, in the order in which they are shown. */
export const GROUPS = {
  waiting: message('Waiting for you'),
  date: message('Next date'),
  people: message('People'),
  offers: message('Offers'),
  actions: message('Actions'),
} as const;

/** How many people are shown before a word is typed. */
const PEOPLE_SHOWN = 3;

export interface Command {
  readonly id: string;
  /** 'actions' by default. */
  readonly group?: keyof typeof GROUPS;
  /** The text that a search looks in. */
  readonly label: string;
  /** The label to render, if it is more than text. */
  readonly words?: ReactNode;
  readonly icon: IconPath;
  /** The person to draw instead of the icon. */
  readonly person?: { readonly name: string; readonly photoUrl?: string | null | undefined };
  /** Contains what students wrote: it is not translated. */
  readonly own?: boolean;
  /** Only found by typing: before that the list is short. */
  readonly isRare?: boolean;
  /** Shortcut of the same command. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

interface Needs {
  readonly navigation: Pick<Navigation, 'goTo'>;
  readonly signOut: (scope: 'local' | 'global') => void;
  /** Where there is a keyboard. */
  readonly showShortcuts?: (() => void) | undefined;
  /** For testers only. */
  readonly showRemotes?: (() => void) | undefined;
  readonly language: Language;
  readonly chooseLanguage: (language: Language) => void;
}

const THEMES = [
  ['light', message('light')],
  ['dark', message('dark')],
  [null, message('same as my device')],
] as const;

/** All commands of the palette. */
export function allCommands({
  navigation,
  signOut,
  showShortcuts,
  showRemotes,
  language,
  chooseLanguage,
}: Needs): Command[] {
  return [
    ...navigationOf().map(({ id, icon, key }): Command => ({
      id,
      label: t('Go to {screen}', { screen: labelOf(id) }),
      icon: iconOf(icon),
      // the navigation shows them
      isRare: true,
      ...(key && { keys: ['g', key] }),
      run: () => navigation.goTo(id),
    })),
    {
      id: 'settings',
      label: t('Settings: appearance, notifications, keyboard, devices, your data'),
      words: t('Settings'),
      icon: icons.settings,
      isRare: true,
      run: () => navigation.goTo('profile', { page: 'settings' }),
    },
    ...THEMES.map(([theme, label]): Command => ({
      id: `theme-${theme ?? 'device'}`,
      label: t('Theme: {name}', { name: t(label) }),
      icon: icons.eye,
      isRare: true,
      run: () => chooseTheme(theme),
    })),
    ...(showRemotes
      ? [{ id: 'remotes', label: t('Remotes'), icon: icons.globe, run: showRemotes } satisfies Command]
      : []),
    ...(showShortcuts
      ? [
          {
            id: 'shortcuts',
            label: t('Keyboard shortcuts'),
            icon: icons.keyboard,
            keys: ['?'],
            run: showShortcuts,
          } satisfies Command,
        ]
      : []),
    ...otherLanguages(language).map(([id, name]): Command => ({
      id: `language-${id}`,
      label: t('Language: {name}', { name }),
      words: rich('Language: {name}', {
        name: (
          <span lang={id} translate="no">
            {name}
          </span>
        ),
      }),
      icon: icons.globe,
      isRare: true,
      run: () => chooseLanguage(id),
    })),
    { id: 'sign-out', label: t('Sign Out'), icon: icons.logout, run: () => signOut('local') },
    {
      id: 'sign-out-everywhere',
      label: t('Sign out on every device'),
      icon: icons.logout,
      isRare: true,
      run: () => signOut('global'),
    },
  ];
}

const otherLanguages = (language: Language) =>
  (Object.entries(LANGUAGES) as [Language, string][]).filter(([id]) => id !== language);

/** The group of a command. */
export const groupOf = ({ group = 'actions' }: Command) => group;

/** The words of a text, as a search compares them. */
export const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}:]+/u)
    .filter(Boolean);

/** Whether what is typed may stand inside a word: scripts without capitals, as Chinese, may have no space between words. */
export const mayStandInside = (typed: string) => /\p{Lo}/u.test(typed);

/** Whether a word begins with what is typed. */
const isMeant = (word: string, typed: string) =>
  word.startsWith(typed) || (mayStandInside(typed) && word.includes(typed));

const order = Object.keys(GROUPS);

/**
 * Commands that have every typed word, in any order, by group; in a group a beginning of a word goes before the inside of a name. Before one is typed: what waits, the first people, and what the navigation does not show.
 */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed);
  const more = commands.filter(({ group }) => group === 'people').slice(PEOPLE_SHOWN);
  const isShown = (command: Command) =>
    words.length > 0 || !(command.isRare || command.group === 'offers' || more.includes(command));
  const begins = ({ label }: Command, each: string) => wordsOf(label).some((word) => isMeant(word, each));
  const placeOf = (command: Command) =>
    2 * order.indexOf(groupOf(command)) + (words.every((each) => begins(command, each)) ? 0 : 1);
  return commands
    .filter(isShown)
    .filter((command) =>
      words.every((each) => begins(command, each) || fold(command.person?.name ?? '').includes(each)),
    )
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}
