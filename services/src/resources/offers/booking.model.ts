import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

export interface Booking {
  offerId: string;
  start: Date;
  end: Date;
}

/** The agreed dates of one person in one document, so that two concurrent agreements with that person conflict. */
export interface PersonBookings {
  /** The student's id. */
  _id: string;
  dates: Booking[];
}

const booking = new Schema<Booking>(
  {
    offerId: { type: String, required: true },
    start: { type: Date, required: true },
    end: { type: Date, required: true },
  },
  { _id: false },
);

export const bookings = modelOf<PersonBookings>('OfferBooking', 'offer_bookings', {
  _id: { type: String, required: true },
  dates: { type: [booking], required: true },
});
