import { Schema, type Connection, type Model } from 'mongoose';

/** The one address under which a student's calendar app reads their dates; `_id` is the student. */
export interface CalendarFeed {
  _id: string;
  /** Hash of what the address says, which is not kept. */
  token: string;
  createdAt: Date;
}

const schema = new Schema<CalendarFeed>(
  {
    _id: { type: String, required: true },
    token: { type: String, required: true, unique: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'calendar_feeds' },
);

export const calendarFeeds = (db: Connection) =>
  (db.models.CalendarFeed as Model<CalendarFeed>) ?? db.model<CalendarFeed>('CalendarFeed', schema);
