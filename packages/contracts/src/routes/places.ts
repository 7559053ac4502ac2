import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { PLACE_KIND_NAMES, type PlaceKind } from '../places/kinds';
import { defineRoute } from '../route';
import { Address, Text } from '../wire';

/** Id of a place in the university's list: small letters, digits and dashes. */
export const PlaceId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));
export const PlaceKindName = z.enum(PLACE_KIND_NAMES as readonly [PlaceKind, ...PlaceKind[]]);

/** Minutes from midnight; `to` beyond 1440 is on the next day. */
const Range = z.object({ from: z.number(), to: z.number() });

export const Place = z.object({
  id: PlaceId,
  name: Text(LIMITS.placeNameMax),
  kind: PlaceKindName,
  address: Text(LIMITS.locationMax),
  /** Its location on OpenStreetMap. */
  mapUrl: Address,
  /** From the campus, in minutes; null if it is farther than an hour, or nobody said where the campus is. */
  walkMinutes: z.nullable(z.number()),
  hours: z.object({
    /** Seven days, Sunday first. */
    week: z.array(z.array(Range)),
    /** `day` is year * 10000 + month * 100 + day. */
    exceptions: z.array(z.object({ day: z.number(), ranges: z.array(Range) })),
  }),
  /** 0 is free, 3 is expensive; null if unknown. */
  price: z.nullable(z.number()),
  noise: z.nullable(z.enum(['quiet', 'lively', 'loud'])),
  stepFree: z.nullable(z.boolean()),
  indoor: z.nullable(z.boolean()),
  /** Address of a picture on our own server. */
  picture: z.nullable(Address),
  /** An https page of the place. */
  link: z.nullable(Address),
});
export type Place = z.output<typeof Place>;

export const PlaceList = z.object({
  items: z.array(Place),
  nextCursor: z.nullable(z.string()),
  /** The time zone of the opening hours. */
  timezone: z.string(),
});
export type PlaceList = z.output<typeof PlaceList>;

export const listPlaces = defineRoute({
  name: 'listPlaces',
  call: 'GET /places',
  summary: 'Places the university suggests for a first date; with an ETag',
  tagged: true,
  response: PlaceList,
});
