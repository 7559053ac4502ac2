import { findQuestion } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';
import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../texts/index';
import { activityTagsOf, valuesOf } from './read-answers';

const SHOWN = 3;
/** Questions whose options carry activities, the most concrete first. */
const SOURCES = ['ideal_first_date', 'ideal_date_types'] as const;

export interface SuggestedActivity {
  readonly activity: string;
  /** A place both said yes to, in words; null when they named none in common. */
  readonly location: string | null;
}

function labelFor(id: string, answers: Answers, tag: string): string | null {
  const question = findQuestion(id);
  const picked = valuesOf(answers, id) ?? [];
  if (!question || !('options' in question)) return null;
  return (
    question.options.find(({ value, activity }) => activity === tag && picked.includes(value))?.label ?? null
  );
}

function sharedPlace(mine: Answers, theirs: Answers, tag: string): string | null {
  const other = valuesOf(theirs, 'meeting_preference') ?? [];
  const question = findQuestion('meeting_preference');
  const picked = (valuesOf(mine, 'meeting_preference') ?? []).filter((value) => other.includes(value));
  if (question?.type !== 'multi_select') return null;
  return (
    question.options.find(({ value, activity }) => activity === tag && picked.includes(value))?.label ?? null
  );
}

/** Things both said yes to, in the viewer's own words; places first chosen by both come first (catalogue, offer hints). */
export function suggestedActivities(
  mine: Answers,
  theirs: Answers,
  { t }: Catalogue = ENGLISH,
): SuggestedActivity[] {
  const found = new Map<string, SuggestedActivity>();
  for (const id of SOURCES) {
    const theirTags = new Set(SOURCES.flatMap((source) => activityTagsOf(theirs, source)?.tags ?? []));
    for (const tag of activityTagsOf(mine, id)?.tags ?? []) {
      const label = theirTags.has(tag) && !found.has(tag) ? labelFor(id, mine, tag) : null;
      const place = label && sharedPlace(mine, theirs, tag);
      if (label) found.set(tag, { activity: t(label), location: place && t(place) });
    }
  }
  return [...found.values()]
    .sort((a, b) => Number(b.location !== null) - Number(a.location !== null))
    .slice(0, SHOWN);
}
