import { BASIC_INFO_AT } from '@flint/contracts/questions/completeness';
import type { ScreenId } from '@flint/remote-kit';

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
      title: 'Basic Info',
      text: 'Who you are and whom you would like to meet',
      screen: 'onboarding',
      complete: completeness >= BASIC_INFO_AT,
    },
    {
      title: 'Availability',
      text: 'When you are free for a date',
      screen: 'availability',
      complete: hasAvailability,
    },
    {
      title: 'Photos',
      text: 'At least one, so that people recognise you',
      screen: 'photos',
      complete: photos > 0,
    },
  ];
}
