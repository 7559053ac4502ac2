import type { Question } from '@flint/contracts/questions/types';

/** What a question is used for and never used for, in a sentence; null where it needs none. */
export function privacyNote({ id, sensitive, visibility, match }: Question): string | null {
  if (id === 'ethnicity' || id === 'attachment_self' || id === 'height_feet_inches') {
    return 'Never used to match, rank or filter anyone.';
  }
  if (!sensitive && !visibility.startsWith('private')) return null;
  const use = {
    hard_filter: 'Used both ways to decide who is suggested to whom.',
    soft: 'Counts a little towards how well two people fit.',
    target: 'Counts a little towards how well two people fit.',
    display: 'Shown on your profile; never used in matching.',
    offer_hint: 'Used to suggest what to do together.',
    none: 'Never used in matching.',
  }[match.role];
  return visibility.startsWith('private') ? `Nobody sees your answer. ${use}` : use;
}
