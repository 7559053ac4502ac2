import type { UtcSlot } from '@flint/contracts';
import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

/** A student's week in the specified shape (S3.10.2); `_id` is the user id. */
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

export const availabilities = modelOf<AvailabilityDocument>('Availability', 'availabilities', {
  _id: { type: String, required: true },
  utcSlots: { type: [slot], required: true },
  timezone: { type: String, required: true },
  lastUpdated: { type: Date, required: true },
});
