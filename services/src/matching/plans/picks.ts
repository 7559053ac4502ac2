import { PLACE_KIND_NAMES, type PlaceKind } from '@flint/contracts/places/kinds';

interface Doable {
  /** Kinds of places, the most likely first. */
  readonly kinds: readonly PlaceKind[];
  /** Hours of the day at which it may begin, if fewer than the place's. */
  readonly hours?: readonly [from: number, to: number];
}

/** Options of `ideal_first_date` and `ideal_date_types` and the kinds of places they need. Null: it takes more than a place. */
export const PICKS: Readonly<Record<string, Doable | null>> = {
  coffee_chat: { kinds: ['campus_coffee', 'off_campus_cafe'] },
  walk_talk: { kinds: ['campus_walk', 'park_outdoors'] },
  casual_meal: { kinds: ['restaurant', 'dining_hall'] },
  dessert_run: { kinds: ['dessert'] },
  board_game_night: { kinds: ['games'] },
  live_music: { kinds: ['music', 'campus_event'] },
  movie: { kinds: ['cinema'] },
  museum_visit: { kinds: ['gallery_museum'] },
  active_date: { kinds: ['rec_centre', 'rink'] },
  outdoors_day: { kinds: ['park_outdoors'], hours: [9, 17] },
  cook_together: { kinds: ['market'] },
  study_date: { kinds: ['study_break', 'campus_coffee'] },
  volunteer_together: { kinds: ['volunteering'] },
  surprise_me: null,
  farmers_market: { kinds: ['market'] },
  trivia_team: null,
  sunrise_swim: null,
  thrift_challenge: null,
  bookshop: { kinds: ['bookshop'] },
  museum_scavenger: { kinds: ['gallery_museum'] },
  climbing_gym: { kinds: ['rec_centre'] },
  skate_night: { kinds: ['rink'], hours: [17, 21] },
  karaoke: null,
  concert: { kinds: ['music', 'campus_event'] },
  film_double_bill: { kinds: ['cinema'], hours: [12, 19] },
  picnic: { kinds: ['park_outdoors'], hours: [11, 18] },
  star_gazing: null,
  language_swap: { kinds: ['campus_coffee', 'off_campus_cafe'] },
  pottery_paint: null,
  volunteer_shift: { kinds: ['volunteering'] },
  co_work: { kinds: ['study_break', 'campus_coffee'] },
  home_game: null,
  video_dinner: null,
  double_date_games: null,
};

/** Kinds of places for an activity code of a list (`question:pick` or `question:pick:place`); the place both chose comes first. */
export function kindsFor(code: string): PlaceKind[] {
  const [, pick = '', place] = code.split(':');
  // this question's options are kinds of places
  const own = PLACE_KIND_NAMES.filter((kind) => kind === pick);
  return [...(PICKS[pick]?.kinds ?? own)].sort((a, b) => Number(b === place) - Number(a === place));
}

/** Whether that activity can reasonably begin at that time, in minutes after midnight. */
export function suitsTime(code: string, minutes: number): boolean {
  const [from, to] = PICKS[code.split(':')[1] ?? '']?.hours ?? [0, 24];
  return minutes >= from * 60 && minutes <= to * 60;
}
