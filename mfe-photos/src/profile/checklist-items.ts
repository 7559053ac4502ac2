import { LIMITS, type Availability } from '@flint/contracts';
import { BASIC_INFO_AT } from '@flint/contracts/questions/completeness';
import type { ScreenId } from '@flint/remote-kit';
import { locale, localized, message, plural, t } from '@flint/texts';
import { freeHours } from './hours-per-week';
import type { ProfileParts } from './use-profile-parts';

export interface ChecklistItem {
  readonly title: string;
  /** Its progress, in the page's language. */
  readonly text: string;
  readonly screen: ScreenId;
  readonly complete: boolean;
}

interface Facts {
  readonly completeness: number;
  readonly sections: ProfileParts['sections'];
  readonly week: ProfileParts['week'];
  readonly photos: number;
}

/** How the quick stats count the week (spec 9), so that a student can check it: stored ranges end at midnight UTC. */
function countOf({ utcSlots, timezone, lastUpdated }: Availability): string {
  const ranges = plural(utcSlots.length, 'Hours/Week: {n} free range × 2', 'Hours/Week: {n} free ranges × 2');
  if (!utcSlots.some(({ startHour }) => startHour === 0)) return ranges;
  const midnight = new Date(lastUpdated.slice(0, 10));
  const look = { timeStyle: 'short', timeZone: timezone } as const;
  // only zones that are half an hour off need their minutes
  const clock = localized(midnight.toLocaleTimeString(locale(), look).replace(/\D00\b/, ''));
  return `${ranges}; ${t('one that passes {clock} counts as two', { clock })}`;
}

/**
 * The three cards of the profile (spec 2); Basic Info is complete from 60 percent on (spec 9). The hours of the quick stats differ from those of
 * the week: the card says how they are counted.
 */
export function checklistOf({ completeness, sections, week, photos }: Facts): ChecklistItem[] {
  const free = freeHours(week);
  const sum = (of: 'answered' | 'count') => (sections ?? []).reduce((total, each) => total + each[of], 0);
  return [
    {
      title: message('Basic Info'),
      text: sections
        ? t('{answered} of {count} answered', { answered: sum('answered'), count: sum('count') })
        : t('Your answers'),
      screen: 'onboarding',
      complete: completeness >= BASIC_INFO_AT,
    },
    {
      title: message('Availability'),
      text:
        free > 0
          ? `${plural(free, '{n} hour marked free', '{n} hours marked free')}. ${countOf(week!)}`
          : t('When you are free for a date'),
      screen: 'availability',
      complete: free > 0,
    },
    {
      title: message('Photos'),
      text:
        photos > 0
          ? t('{photos} of {max} photos', { photos, max: LIMITS.photosMax })
          : t('At least one, so that people recognize you'),
      screen: 'photos',
      complete: photos > 0,
    },
  ];
}
