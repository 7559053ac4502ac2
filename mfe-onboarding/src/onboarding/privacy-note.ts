import type { Question } from '@flint/contracts/questions/types';
import { message, t } from '@flint/texts';

const USES = {
  hard_filter: message('Your answer and theirs decide who can match.'),
  soft: message('Counts a little towards how well two people fit.'),
  target: message('Counts a little towards how well two people fit.'),
  display: message('Never used in matching.'),
  offer_hint: message('Used to suggest what to do together.'),
  none: message('Never used in matching.'),
} as const;

/** What an answer is used for, and what it is never used for, in the page's language; null for questions without a note. */
export function privacyNote({ privacy, visibility, match }: Question): string | null {
  if (privacy) return t(privacy);
  return visibility.startsWith('private') ? `${t('Nobody sees your answer.')} ${t(USES[match.role])}` : null;
}
