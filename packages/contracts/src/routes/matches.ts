import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { Address, Instant, UserId } from '../wire';
import { PlaceId } from './places';

export const MatchBand = z.enum(['great', 'good', 'worth_a_coffee']);
export type MatchBand = z.output<typeof MatchBand>;

/** One of the shared times with something both like at a place that is open then; made with the list, of what the list says. */
export const Plan = z.object({
  id: z.string(),
  time: Instant,
  activity: z.string(),
  placeId: PlaceId,
  place: z.string(),
  /** Name and address, as an offer holds them. */
  location: z.string(),
  /** Kind and picture of the place, as GET /places gives them. */
  kind: z.optional(z.string()),
  picture: z.optional(z.nullable(Address)),
});
export type Plan = z.output<typeof Plan>;

export const Match = z.object({
  userId: UserId,
  name: z.string(),
  /** Null when this person does not show it. */
  age: z.nullable(z.number()),
  pronouns: z.nullable(z.string()),
  year: z.nullable(z.string()),
  program: z.nullable(z.string()),
  photoUrl: z.nullable(Address),
  /** The whole album, the primary photo first; an answer that a browser kept from an older release has none. */
  photoUrls: z.optional(z.array(Address)),
  /** What else this person chose to show, in words. */
  about: z.optional(z.array(z.object({ label: z.string(), values: z.array(z.string()) }))),
  band: MatchBand,
  /** At most three sentences, best first. */
  reasons: z.array(z.string()),
  /** Instants at which both have two free hours, soonest first; at most three. */
  sharedTimes: z.array(Instant),
  /** What both said yes to; at most three. */
  suggestedActivities: z.array(
    z.object({
      activity: z.string(),
      location: z.nullable(z.string()),
      /** Kinds of places where one does that (GET /places), best first. */
      kinds: z.optional(z.array(z.string())),
    }),
  ),
  /** At most three, soonest first; a list from before there were any has none. */
  plans: z.optional(z.array(Plan)),
});
export type Match = z.output<typeof Match>;

/** One question that is still open, with what an answer changes; a choice of few is answered on the spot. */
export const DailyQuestion = z.object({
  id: z.string(),
  title: z.string(),
  effect: z.string(),
  /** Null where the question has a page of its own only. */
  options: z.nullable(z.array(z.object({ value: z.string(), label: z.string() }))),
});
export type DailyQuestion = z.output<typeof DailyQuestion>;

export const MatchList = z.object({
  items: z.array(Match),
  nextCursor: z.nullable(z.string()),
  /** Question ids (and 'availability', 'photos', 'paused', 'restricted') that keep this student from being matched; empty when matchable. */
  missing: z.array(z.string()),
  /** The one own setting to relax when few are left, with the gain rounded; null when not needed. */
  whyFew: z.nullable(z.object({ setting: z.string(), text: z.string() })),
  /** When this list was made; it only loses people until the next one. */
  refreshedAt: Instant,
  /** When the next one is made: answers changed by then count in it. */
  nextAt: Instant,
  /** Today's question of the walk that this student left open; null when all are answered. */
  question: z.optional(z.nullable(DailyQuestion)),
});
export type MatchList = z.output<typeof MatchList>;

export const listMatches = defineRoute({
  name: 'listMatches',
  call: 'GET /matches',
  summary: 'People this student may invite, best first',
  response: MatchList,
});

export const hideMatch = defineRoute({
  name: 'hideMatch',
  call: 'POST /matches/{userId}/hide',
  summary: "'Not for me': this person is not suggested again; they never learn of it",
  params: z.object({ userId: UserId }),
  response: null,
});
