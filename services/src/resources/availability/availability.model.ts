import type { UtcSlot } from '@flint/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

/** A student's week as the specification stores it (spec 3); `_id` is the user id. */
export interface AvailabilityDocument {
  _id: string;
  utcSlots: UtcSlot[];
  timezone: string;
  lastUpdated: Date;
}

const slot = new Schema<UtcSlot>(
  {
    dayOfWeek: { type: Number, required: true },
    startHour: { type: Number, required: true },
    endHour: { type: Number, required: true },
  },
  { _id: false },
);

const schema = new Schema<AvailabilityDocument>(
  {
    _id: { type: String, required: true },
    utcSlots: { type: [slot], required: true },
    timezone: { type: String, required: true },
    lastUpdated: { type: Date, required: true },
  },
  { versionKey: false, collection: 'availabilities' },
);

/** The weeks of one connection. */
export const availabilities = (db: Connection): Model<AvailabilityDocument> =>
  (db.models.Availability as Model<AvailabilityDocument> | undefined) ??
  db.model<AvailabilityDocument>('Availability', schema);
