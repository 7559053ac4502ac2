import * as z from 'zod/mini';
import { Id, Instant } from '../wire';
import { PlaceId } from './places';

/** Status of an offer (spec 4). */
export const OfferStatus = z.enum(['pending', 'accepted', 'declined', 'rescheduled', 'completed']);
export type OfferStatus = z.output<typeof OfferStatus>;

/**
 * The fields of an offer that are stored and shown, by whose account they leave with. The store, its types, every answer and the export follow
 * from this declaration.
 */
export const OFFER_FIELDS = {
  sender: { message: z.optional(z.string()) },
  /** The recipient's message with the answer. */
  recipient: { reply: z.optional(z.string()) },
  both: {
    id: Id,
    proposedDate: Instant,
    location: z.string(),
    activity: z.string(),
    status: OfferStatus,
    /** Set if the sender withdrew a pending offer, it ended without an answer, or either side called off an accepted date. */
    cancelledAt: z.nullable(Instant),
    /** Null for an offer that ended without an answer. */
    cancelledBy: z.nullable(z.enum(['sender', 'recipient'])),
    /** The place, if it is from the university's list. */
    placeId: z.optional(PlaceId),
    /** An unchanged ready plan of the sender's list: a shared hour, and an activity that both like. */
    isPlan: z.optional(z.literal(true)),
    /** Shared free hours from the sender's list, to propose another time while the offer waits. */
    sharedTimes: z.optional(z.array(Instant)),
    createdAt: Instant,
    updatedAt: Instant,
  },
};
