import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { Address, Instant, UserId } from '../wire';
import { PlaceId } from './places';

export const MatchBand = z.enum(['great', 'good', 'worth_a_coffee']);
export type MatchBand = z.output<typeof MatchBand>;

/** A shared time with an activity that both like, at a place that is open then; made from the content of the list. */
export const Plan = z.object({
  id: z.string(),
  time: Instant,
  activity: z.string(),
  placeId: PlaceId,
  place: z.string(),
  /** Name and address, as in an offer. */
  location: z.string(),
  /** Kind and picture of the place, as GET /places gives them. */
  kind: z.optional(z.string()),
  picture: z.optional(z.nullable(Address)),
});
export type Plan = z.output<typeof Plan>;

export const Match = z.object({
  userId: UserId,
  name: z.string(),
  /** Null if this person does not show it. */
  age: z.nullable(z.number()),
  pronouns: z.nullable(z.string()),
  year: z.nullable(z.string()),
  program: z.nullable(z.string()),
  photoUrl: z.nullable(Address),
  /** The whole album, the primary photo first; absent in a response that a browser cached from an older release. */
  photoUrls: z.optional(z.array(Address)),
  /** Other items that this person shows, in words. */
  about: z.optional(z.array(z.object({ label: z.string(), values: z.array(z.string()) }))),
  band: MatchBand,
  /** At most three sentences, best first. */
  reasons: z.array(z.string()),
  /** Instants at which both have two free hours and this student no date, soonest first; at most three. */
  sharedTimes: z.array(Instant),
  /** Activities that both chose; at most three. */
  suggestedActivities: z.array(
    z.object({
      activity: z.string(),
      location: z.nullable(z.string()),
      /** Kinds of places for the activity (GET /places), best first. */
      kinds: z.optional(z.array(z.string())),
    }),
  ),
  /** At most three, soonest first; absent in older lists. */
  plans: z.optional(z.array(Plan)),
});
export type Match = z.output<typeof Match>;

/** One open question, with what an answer changes; one with few options can be answered in the list. */
export const DailyQuestion = z.object({
  id: z.string(),
  title: z.string(),
  effect: z.string(),
  /** Null if the question can only be answered on its own page. */
  options: z.nullable(z.array(z.object({ value: z.string(), label: z.string() }))),
});
export type DailyQuestion = z.output<typeof DailyQuestion>;

export const MatchList = z.object({
  items: z.array(Match),
  nextCursor: z.nullable(z.string()),
  /** Why this student cannot be matched: question ids, 'availability', 'photos', 'paused' or 'restricted'; empty if they can. */
  missing: z.array(z.string()),
  /** If few people are left: the student's setting to relax, with the rounded gain; else null. */
  whyFew: z.nullable(z.object({ setting: z.string(), text: z.string() })),
  /** When this list was made; until the next one, people are only removed. */
  refreshedAt: Instant,
  /** When the next list is made, which uses the answers of that time. */
  nextAt: Instant,
  /** Today's question, one that this student has not answered; null if all are answered. */
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
