import type { Answers } from '@flint/contracts/questions/types';
import type { PlaceKind } from '@flint/contracts/places/kinds';
import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../texts/index';
import { kindsFor } from './plans/picks';
import { activityTagsOf, optionOf, optionsOf, valuesOf } from './read-answers';

const SHOWN = 3;
const PLACES = 'meeting_preference';
/** Questions whose options carry activities, the most concrete first. */
const SOURCES = ['ideal_first_date', 'ideal_date_types', PLACES] as const;

export interface SuggestedActivity {
  readonly activity: string;
  /** A place both chose, in words; null without one in common. */
  readonly location: string | null;
  /** Kinds of places for the activity, the one both chose first. */
  readonly kinds: PlaceKind[];
}

/** The student's first pick of a question that means the activity. */
function pickFor(id: string, answers: Answers, tag: string): string | null {
  const picked = valuesOf(answers, id) ?? [];
  return (
    optionsOf(id).find(({ value, activity }) => activity === tag && picked.includes(value))?.value ?? null
  );
}

function sharedPlace(mine: Answers, theirs: Answers, tag: string): string | null {
  const other = valuesOf(theirs, PLACES) ?? [];
  const values = (valuesOf(mine, PLACES) ?? []).filter((value) => other.includes(value));
  return pickFor(PLACES, { [PLACES]: { values } }, tag);
}

/** Activities both chose, as codes from the viewer's picks; those with a place both chose come first. */
export function activityCodes(mine: Answers, theirs: Answers): string[] {
  const found = new Map<string, readonly [id: string, pick: string, place: string | null]>();
  const theirTags = new Set(SOURCES.flatMap((source) => activityTagsOf(theirs, source)?.tags ?? []));
  for (const id of SOURCES) {
    for (const tag of activityTagsOf(mine, id)?.tags ?? []) {
      const pick = theirTags.has(tag) && !found.has(tag) ? pickFor(id, mine, tag) : null;
      // an answer to this question is a place itself
      if (pick) found.set(tag, [id, pick, id === PLACES ? null : sharedPlace(mine, theirs, tag)]);
    }
  }
  return [...found.values()]
    .sort(([, , a], [, , b]) => Number(b !== null) - Number(a !== null))
    .slice(0, SHOWN)
    .map(([id, pick, place]) => (place ? `${id}:${pick}:${place}` : `${id}:${pick}`));
}

/** A suggested activity in words; null for a code of another catalogue. */
export function activityText(code: string, { t }: Catalogue = ENGLISH): SuggestedActivity | null {
  const [id = '', pick, place] = code.split(':');
  const [activity, location] = [optionOf(id, pick), optionOf(PLACES, place)];
  if (!activity) return null;
  return {
    activity: t(activity.label),
    location: location ? t(location.label) : null,
    kinds: kindsFor(code),
  };
}
