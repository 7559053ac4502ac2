import { BASIC_INFO_AT } from '@flint/contracts/questions/completeness';
import type { ScreenId } from '@flint/remote-kit';
import { message } from '@flint/texts';

export interface ChecklistItem {
  readonly title: string;
  readonly text: string;
  readonly screen: ScreenId;
  readonly complete: boolean;
}

interface Facts {
  readonly completeness: number;
  readonly hasAvailability: boolean;
  readonly photos: number;
}

/** The three cards of the profile (spec 2); Basic Info is complete from 60 percent on (spec 9). */
export function checklistOf({ completeness, hasAvailability, photos }: Facts): ChecklistItem[] {
  return [
    {
      title: message('Basic Info'),
      text: message('Who you are and whom you would like to meet'),
      screen: 'onboarding',
      complete: completeness >= BASIC_INFO_AT,
    },
    {
      title: message('Availability'),
      text: message('When you are free for a date'),
      screen: 'availability',
      complete: hasAvailability,
    },
    {
      title: message('Photos'),
      text: message('At least one, so that people recognize you'),
      screen: 'photos',
      complete: photos > 0,
    },
  ];
}
