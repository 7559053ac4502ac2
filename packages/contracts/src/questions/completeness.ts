/** Points of each part of a profile, in percent (spec 9). */
const BASE = 20;
const ONBOARDING = 40;
const PHOTOS = 25;
const AVAILABILITY = 15;

/** Basic Info counts as complete from this percentage on (spec 9), even without answers: a quirk of the specification. */
export const BASIC_INFO_AT = 60;

export interface ProfileParts {
  readonly onboardingCompleted: boolean;
  readonly photos: number;
  readonly hasAvailability: boolean;
}

/** Profile completeness in percent, capped at 100 (spec 9). */
export function completenessOf({ onboardingCompleted, photos, hasAvailability }: ProfileParts): number {
  const points =
    BASE +
    (onboardingCompleted ? ONBOARDING : 0) +
    (photos > 0 ? PHOTOS : 0) +
    (hasAvailability ? AVAILABILITY : 0);
  return Math.min(100, points);
}
