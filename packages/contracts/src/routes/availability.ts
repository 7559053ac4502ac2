import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { defineRoute } from '../route';
import { Instant } from '../wire';

// zod's multipleOf accepts 5e-324 and 1e-20 as multiples
const quarter = z.number().check(
  z.multipleOf(0.25),
  z.refine((hour) => Number.isInteger(hour * 4), 'Not a quarter of an hour'),
);

/** A weekly range in UTC, half-open; never crosses midnight UTC; fractions are quarter hours, as some zones' offsets are. */
export const UtcSlot = z.strictObject({
  dayOfWeek: z.int().check(z.gte(0), z.lte(6)),
  startHour: quarter.check(z.gte(0), z.lte(23.75)),
  endHour: quarter.check(z.gte(0.25), z.lte(24)),
});
export type UtcSlot = z.output<typeof UtcSlot>;

export const Availability = z.strictObject({
  utcSlots: z.array(UtcSlot).check(z.maxLength(LIMITS.utcSlotsMax)),
  /** IANA zone the week was painted in. */
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
  /**
   * The UTC offset at this instant converts the slots back into wall-clock hours. In a request: when the device converted them. In a response:
   * when the server stored them.
   */
  lastUpdated: Instant,
  /** In the response to a write: it is a first week, and today's list was made before it. Ignored in a request. */
  isForNextList: z.optional(z.literal(true)),
});
export type Availability = z.output<typeof Availability>;

export const AvailabilityWrite = z.extend(Availability, {
  /**
   * The last week received from the server; null: none. With it, the server applies only the difference to the stored week; without it,
   * the new week replaces the stored one (decisions/038).
   */
  madeFrom: z.optional(z.nullable(Availability)),
});
export type AvailabilityWrite = z.output<typeof AvailabilityWrite>;

export const saveAvailability = defineRoute({
  name: 'saveAvailability',
  call: 'POST /availability',
  summary: 'Store the own week; the response is the week as stored',
  body: AvailabilityWrite,
  response: Availability,
  errors: ['availability_invalid'],
});

export const readAvailability = defineRoute({
  name: 'readAvailability',
  call: 'GET /availability',
  summary: 'The own week; 404 until one exists',
  response: Availability,
  errors: ['not_found'],
});
