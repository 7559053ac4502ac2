import { completenessOf } from '@flint/contracts/questions/completeness';
import { Checklist } from './Checklist';
import { checklistOf } from './checklist-items';
import { CompletenessCard } from './CompletenessCard';
import { ProfileHead } from './ProfileHead';
import type { ProfileParts } from './use-profile-parts';

/** Head with quick stats, completeness and checklist. */
export function ProfileSummary({ parts }: { readonly parts: ProfileParts }) {
  const { missing, sections, week, photoCount, onboardingCompleted } = parts;
  const hasAvailability = (week?.utcSlots.length ?? 0) > 0;
  const completeness = completenessOf({ onboardingCompleted, photos: photoCount, hasAvailability });
  const items = checklistOf({ completeness, sections, week, photos: photoCount });
  return (
    <>
      <ProfileHead parts={parts} />
      <CompletenessCard
        completeness={completeness}
        items={items}
        missing={missing}
        onboardingCompleted={onboardingCompleted}
      />
      <Checklist items={items} />
    </>
  );
}
