import { LIMITS } from '@flint/contracts';
import { BASIC_INFO_AT } from '@flint/contracts/questions/completeness';
import type { ScreenId } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
import type { ProfileParts } from './use-profile-parts';

export interface ChecklistItem {
  readonly title: string;
  /** Its progress, in the page's language. */
  readonly text: string | undefined;
  readonly screen: ScreenId;
  readonly complete: boolean;
}

interface Facts {
  readonly completeness: number;
  readonly sections: ProfileParts['sections'];
  readonly week: ProfileParts['week'];
  readonly photos: number;
}

/** The three cards of the profile (spec 2); Basic Info is complete from 60 percent on (spec 9). */
export function checklistOf({ completeness, sections, week, photos }: Facts): ChecklistItem[] {
  const sum = (of: 'answered' | 'count') => (sections ?? []).reduce((total, each) => total + each[of], 0);
  return [
    {
      title: message('Basic Info'),
      text:
        sections?.length === 0
          ? t('No answers yet')
          : sections &&
            t('{answered} of {count} answered', { answered: sum('answered'), count: sum('count') }),
      screen: 'onboarding',
      complete: completeness >= BASIC_INFO_AT,
    },
    {
      title: message('Availability'),
      text: week?.utcSlots.length ? t('Your free hours are saved') : t('When you are free for a date'),
      screen: 'availability',
      complete: Boolean(week?.utcSlots.length),
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
