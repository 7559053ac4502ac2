import { Schema, type Connection, type Model } from 'mongoose';

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

const schema = new Schema<PersonBookings>(
  {
    _id: { type: String, required: true },
    dates: {
      type: [
        new Schema<Booking>(
          {
            offerId: { type: String, required: true },
            start: { type: Date, required: true },
            end: { type: Date, required: true },
          },
          { _id: false },
        ),
      ],
      required: true,
    },
  },
  { versionKey: false, collection: 'offer_bookings' },
);

export const bookings = (db: Connection) =>
  (db.models.OfferBooking as Model<PersonBookings>) ?? db.model<PersonBookings>('OfferBooking', schema);
