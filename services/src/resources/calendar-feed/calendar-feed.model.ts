import { modelOf } from '../../infra/model-of';

/** A student's calendar address; `_id` is the student's id. */
export interface CalendarFeed {
  _id: string;
  /** Hash of the token in the address; the token itself is not stored. */
  token: string;
  createdAt: Date;
}

export const calendarFeeds = modelOf<CalendarFeed>(
  'CalendarFeed',
  'calendar_feeds',
  {
    _id: { type: String, required: true },
    token: { type: String, required: true, unique: true },
    createdAt: { type: Date, required: true },
  },
  { isProtective: true },
);
