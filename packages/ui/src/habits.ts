/**
 * What a device remembers of its user's habits. Keys outside `flint:`, so that signing out keeps them. The page's first script reads the
 * theme, too.
 */
export const HABITS = {
  /** 'light' or 'dark'; the device's own without it. */
  theme: 'flint-theme',
  /** 'off' turns the frame's single keys off (WCAG 2.1.4: speech input must be able to). */
  singleKeys: 'flint-frame-single-keys',
  /** 'off' keeps a single choice from leading to the next question. */
  goOn: 'flint-go-on',
} as const;

type Habit = keyof typeof HABITS;

/** What is remembered; null for nothing, and where storage is blocked. */
export function readHabit(habit: Habit): string | null {
  try {
    return localStorage.getItem(HABITS[habit]);
  } catch {
    return null;
  }
}

/** Remembers it; null forgets. Where storage is blocked it stays as it was. */
export function keepHabit(habit: Habit, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(HABITS[habit]);
    else localStorage.setItem(HABITS[habit], value);
  } catch {
    // it lasts as long as the page does not ask again
  }
}

/** Shows the page in a theme from now on; null in the device's own. */
export function chooseTheme(theme: 'light' | 'dark' | null): void {
  keepHabit('theme', theme);
  document.documentElement.dataset['theme'] = theme ?? '';
}
