/** When a first meeting at a place of a kind may begin, in whole hours of the university's clock: `from` at the earliest, `to` at the latest. */
interface StartHours {
  readonly from: number;
  readonly to: number;
}

/**
 * Kinds of places with the hours at which a date there makes sense, apart from opening hours. The first ten are the options of question 12
 * (`meeting_preference`), with the same values.
 */
export const PLACE_KINDS = {
  campus_coffee: { from: 7, to: 21 },
  campus_walk: { from: 8, to: 19 },
  dining_hall: { from: 11, to: 20 },
  study_break: { from: 9, to: 21 },
  campus_event: { from: 17, to: 22 },
  rec_centre: { from: 8, to: 21 },
  off_campus_cafe: { from: 8, to: 20 },
  restaurant: { from: 11, to: 20 },
  gallery_museum: { from: 10, to: 18 },
  park_outdoors: { from: 8, to: 19 },
  dessert: { from: 11, to: 21 },
  rink: { from: 10, to: 21 },
  games: { from: 12, to: 21 },
  music: { from: 17, to: 22 },
  cinema: { from: 12, to: 21 },
  bar: { from: 17, to: 22 },
  market: { from: 8, to: 17 },
  bookshop: { from: 10, to: 18 },
  volunteering: { from: 9, to: 17 },
} as const satisfies Readonly<Record<string, StartHours>>;

export type PlaceKind = keyof typeof PLACE_KINDS;

export const PLACE_KIND_NAMES = Object.keys(PLACE_KINDS) as readonly PlaceKind[];
