import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { PLACE_KIND_NAMES, type PlaceKind } from '@flint/contracts/places/kinds';
import type { Answers, Option, Question } from '@flint/contracts/questions/types';
import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH, LANGUAGES, textsIn } from '../../texts/index';
import { finder, optionOf, optionsOf, pickedOf } from './read';

const SHOWN = 3;

export interface SuggestedActivity {
  readonly activity: string;
  /** A place both chose, in words; null without one in common. */
  readonly location: string | null;
  /** Kinds of places for the activity, the one both chose first. */
  readonly kinds: PlaceKind[];
}

/** The picked options of a question, in the order of its options. */
function inOrder(question: Question, answers: Answers): readonly Option[] {
  const picked = pickedOf(question, answers);
  return picked ? optionsOf(question).filter((option) => picked.includes(option)) : [];
}

/** What two students could do together, from the questions whose options carry activities. */
export function createActivities(questions: readonly Question[]) {
  const find = finder(questions);
  const places = questions.find(({ match }) => 'places' in match && match.places);
  /** The most concrete first: the answer to the question of places is a place itself. */
  const sources = questions
    .filter((question) => question !== places && optionsOf(question).some(({ activity }) => activity))
    .concat(places ?? []);

  /** By activity: my first pick, and the places that I chose for it. */
  function picksOf(mine: Answers) {
    const found = new Map<string, { readonly code: string; readonly at: readonly Option[] }>();
    for (const source of sources)
      for (const { value, activity } of inOrder(source, mine)) {
        if (!activity || found.has(activity)) continue;
        const at = places && source !== places ? inOrder(places, mine) : [];
        found.set(activity, {
          code: `${source.id}:${value}`,
          at: at.filter((option) => option.activity === activity),
        });
      }
    return found;
  }

  /** Activities both chose, as codes from the viewer's picks; those with a place both chose come first. */
  function activitiesWith(mine: Answers): (theirs: Answers) => string[] {
    const own = picksOf(mine);
    return (theirs) => {
      const theirTags = new Set<string>();
      for (const source of sources)
        for (const { activity } of pickedOf(source, theirs) ?? []) if (activity) theirTags.add(activity);
      const theirPlaces = places ? (pickedOf(places, theirs) ?? []) : [];
      const [placed, others]: [string[], string[]] = [[], []];
      for (const [tag, { code, at }] of own) {
        if (!theirTags.has(tag)) continue;
        const place = at.find((option) => theirPlaces.includes(option));
        if (place) placed.push(`${code}:${place.value}`);
        else others.push(code);
      }
      return [...placed, ...others].slice(0, SHOWN);
    };
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

  /** The labels of all activities and places, by their text in each language. */
  const labels = new Map(
    [...sources, ...(places ? [places] : [])]
      .flatMap(optionsOf)
      .flatMap(({ label }) => LANGUAGES.map((language) => [textsIn(language).t(label), label] as const)),
  );

  /** An activity or a place of the catalogue in another language; null for other text. */
  const catalogued = (text: string, { t }: Catalogue): string | null => {
    const label = labels.get(text);
    return label === undefined ? null : t(label);
  };

  /** The same; other text as it is. */
  const inLanguage = (text: string, texts: Catalogue): string => catalogued(text, texts) ?? text;

  return { sources, places, activitiesWith, activityText, catalogued, inLanguage, kindsFor, suitsTime };
}

export const { activitiesWith, activityText, catalogued, inLanguage, kindsFor, suitsTime } =
  createActivities(QUESTIONS);
