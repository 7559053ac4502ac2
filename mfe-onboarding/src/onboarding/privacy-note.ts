import type { Question } from '@flint/contracts/questions/types';

const USES = {
  hard_filter: 'Used both ways to decide who is suggested to whom.',
  soft: 'Counts a little towards how well two people fit.',
  target: 'Counts a little towards how well two people fit.',
  display: 'Never used in matching.',
  offer_hint: 'Used to suggest what to do together.',
  none: 'Never used in matching.',
} as const;

/** What an answer is used for and what never, in a sentence or two; null where a question needs none. */
export function privacyNote({ privacy, visibility, match }: Question): string | null {
  if (privacy) return privacy;
  return visibility.startsWith('private') ? `Nobody sees your answer. ${USES[match.role]}` : null;
}
