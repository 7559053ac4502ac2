/**
 * Habits stored on the device. Their keys are outside `flint:`, so that signing out does not delete them. The page's first script reads the
 * theme, too.
 */
export const HABITS = {
  /** 'light' or 'dark'; default: the device's theme. */
  theme: 'flint-theme',
  /** 'off' disables single-key shortcuts (WCAG 2.1.4 requires this for speech input). */
  singleKeys: 'flint-frame-single-keys',
  /** 'off': a single choice does not lead to the next question. */
  goOn: 'flint-go-on',
  /** `<week's zone> <device's zone>`: the student kept the week's zone on a device in another one. Sign-out deletes it, too. */
  weekZone: 'flint:week-zone-kept',
  /** When the latest date was called off that the student knows of. Sign-out deletes it, too. */
  newsSeen: 'flint:news-seen',
} as const;

type Habit = keyof typeof HABITS;

/** The stored habit; null without one, or if storage is blocked. */
export function readHabit(habit: Habit): string | null {
  try {
    return localStorage.getItem(HABITS[habit]);
  } catch {
    return null;
  }
}

/** Stores a habit; null deletes it. Does nothing if storage is blocked. */
export function keepHabit(habit: Habit, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(HABITS[habit]);
    else localStorage.setItem(HABITS[habit], value);
  } catch {
    // the page uses it until it reads storage again
  }
}

/** Sets the page's theme; null for the device's theme. */
export function chooseTheme(theme: 'light' | 'dark' | null): void {
  keepHabit('theme', theme);
  document.documentElement.dataset['theme'] = theme ?? '';
}
