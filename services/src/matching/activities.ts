import { findQuestion } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';
import type { PlaceKind } from '@flint/contracts/places/kinds';
import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../texts/index';
import { kindsFor } from './plans/picks';
import { activityTagsOf, valuesOf } from './read-answers';

const SHOWN = 3;
const PLACES = 'meeting_preference';
/** Questions whose options carry activities, the most concrete first. */
const SOURCES = ['ideal_first_date', 'ideal_date_types', PLACES] as const;

export interface SuggestedActivity {
  readonly activity: string;
  /** A place both said yes to, in words; null when they named none in common. */
  readonly location: string | null;
  /** Kinds of places where one does that, the one both chose first. */
  readonly kinds: PlaceKind[];
}

/** The first own pick of that question that stands for the activity. */
function pickFor(id: string, answers: Answers, tag: string): string | null {
  const question = findQuestion(id);
  const picked = valuesOf(answers, id) ?? [];
  if (!question || !('options' in question)) return null;
  return (
    question.options.find(({ value, activity }) => activity === tag && picked.includes(value))?.value ?? null
  );
}

function sharedPlace(mine: Answers, theirs: Answers, tag: string): string | null {
  const other = valuesOf(theirs, PLACES) ?? [];
  const values = (valuesOf(mine, PLACES) ?? []).filter((value) => other.includes(value));
  return pickFor(PLACES, { [PLACES]: { values } }, tag);
}

/** Things both said yes to, as codes: the viewer's own picks; those with a place both chose come first (catalogue, offer hints). */
export function activityCodes(mine: Answers, theirs: Answers): string[] {
  const found = new Map<string, readonly [id: string, pick: string, place: string | null]>();
  const theirTags = new Set(SOURCES.flatMap((source) => activityTagsOf(theirs, source)?.tags ?? []));
  for (const id of SOURCES) {
    for (const tag of activityTagsOf(mine, id)?.tags ?? []) {
      const pick = theirTags.has(tag) && !found.has(tag) ? pickFor(id, mine, tag) : null;
      // an answer to question 12 is a place itself
      if (pick) found.set(tag, [id, pick, id === PLACES ? null : sharedPlace(mine, theirs, tag)]);
    }
  }
  return [...found.values()]
    .sort(([, , a], [, , b]) => Number(b !== null) - Number(a !== null))
    .slice(0, SHOWN)
    .map(([id, pick, place]) => (place ? `${id}:${pick}:${place}` : `${id}:${pick}`));
}

function labelOf(id: string, value: string | undefined): string | null {
  const question = findQuestion(id);
  if (!value || !question || !('options' in question)) return null;
  return question.options.find((option) => option.value === value)?.label ?? null;
}

/** A suggested activity in words; null for a code of another catalogue. */
export function activityText(code: string, { t }: Catalogue = ENGLISH): SuggestedActivity | null {
  const [id = '', pick, place] = code.split(':');
  const [activity, location] = [labelOf(id, pick), labelOf(PLACES, place)];
  if (activity === null) return null;
  return { activity: t(activity), location: location && t(location), kinds: kindsFor(code) };
}
