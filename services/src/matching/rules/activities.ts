import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { PLACE_KIND_NAMES, type PlaceKind } from '@flint/contracts/places/kinds';
import type { Answers, Option, Question } from '@flint/contracts/questions/types';
import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../../texts/index';
import { activitiesOf, finder, optionOf, optionsOf, pickedOf } from './read';

const SHOWN = 3;

export interface SuggestedActivity {
  readonly activity: string;
  /** A place both chose, in words; null without one in common. */
  readonly location: string | null;
  /** Kinds of places for the activity, the one both chose first. */
  readonly kinds: PlaceKind[];
}

/** The first of the picked options that means the activity. */
const pickFor = (question: Question, picked: readonly Option[], tag: string): string | null =>
  optionsOf(question).find((option) => option.activity === tag && picked.includes(option))?.value ?? null;

/** What two students could do together, from the questions whose options carry activities. */
export function createActivities(questions: readonly Question[]) {
  const find = finder(questions);
  const places = questions.find(({ match }) => 'places' in match && match.places);
  /** The most concrete first: the answer to the question of places is a place itself. */
  const sources = questions
    .filter((question) => question !== places && optionsOf(question).some(({ activity }) => activity))
    .concat(places ?? []);

  function sharedPlace(mine: Answers, theirs: Answers, tag: string): string | null {
    if (!places) return null;
    const other = pickedOf(places, theirs) ?? [];
    const both = (pickedOf(places, mine) ?? []).filter((option) => other.includes(option));
    return pickFor(places, both, tag);
  }

  /** Activities both chose, as codes from the viewer's picks; those with a place both chose come first. */
  function activityCodes(mine: Answers, theirs: Answers): string[] {
    const found = new Map<string, readonly [id: string, pick: string, place: string | null]>();
    const theirTags = new Set(sources.flatMap((source) => activitiesOf(source, theirs)?.tags ?? []));
    for (const source of sources) {
      const picked = pickedOf(source, mine) ?? [];
      for (const tag of activitiesOf(source, mine)?.tags ?? []) {
        const pick = theirTags.has(tag) && !found.has(tag) ? pickFor(source, picked, tag) : null;
        if (pick)
          found.set(tag, [source.id, pick, source === places ? null : sharedPlace(mine, theirs, tag)]);
      }
    }
    return [...found.values()]
      .sort(([, , a], [, , b]) => Number(b !== null) - Number(a !== null))
      .slice(0, SHOWN)
      .map(([id, pick, place]) => (place ? `${id}:${pick}:${place}` : `${id}:${pick}`));
  }

  const pickOf = (code: string) => {
    const [id = '', pick, place] = code.split(':');
    return { option: optionOf(find(id), pick), pick, place };
  };

  /** Kinds of places for an activity code of a list (`question:pick` or `question:pick:place`); the place both chose comes first. */
  function kindsFor(code: string): PlaceKind[] {
    const { option, pick, place } = pickOf(code);
    const own = PLACE_KIND_NAMES.filter((kind) => kind === pick);
    return [...(option?.doable?.kinds ?? own)].sort((a, b) => Number(b === place) - Number(a === place));
  }

  /** Whether that activity can reasonably begin at that time, in minutes after midnight. */
  function suitsTime(code: string, minutes: number): boolean {
    const [from, to] = pickOf(code).option?.doable?.hours ?? [0, 24];
    return minutes >= from * 60 && minutes <= to * 60;
  }

  /** A suggested activity in words; null for a code of another catalogue. */
  function activityText(code: string, { t }: Catalogue = ENGLISH): SuggestedActivity | null {
    const { option, place } = pickOf(code);
    const location = optionOf(places, place);
    if (!option) return null;
    return {
      activity: t(option.label),
      location: location ? t(location.label) : null,
      kinds: kindsFor(code),
    };
  }

  return { sources, places, activityCodes, activityText, kindsFor, suitsTime };
}

export const { activityCodes, activityText, kindsFor, suitsTime } = createActivities(QUESTIONS);
