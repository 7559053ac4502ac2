import type { Question } from '@flint/contracts/questions/types';
import { message, t } from '@flint/texts';

const USES = {
  hard_filter: message('Used both ways to decide who is suggested to whom.'),
  soft: message('Counts a little towards how well two people fit.'),
  target: message('Counts a little towards how well two people fit.'),
  display: message('Never used in matching.'),
  offer_hint: message('Used to suggest what to do together.'),
  none: message('Never used in matching.'),
} as const;

/** In the page's language: what an answer is used for and what never, in a sentence or two; null where a question needs none. */
export function privacyNote({ privacy, visibility, match }: Question): string | null {
  if (privacy) return t(privacy);
  return visibility.startsWith('private') ? `${t('Nobody sees your answer.')} ${t(USES[match.role])}` : null;
}
