import { modelOf } from '../../infra/model-of';

/** One side's answer about a completed date. Not in the offer, so that the other side cannot notice it. */
export interface MeetingDocument {
  /** `<offer id>:<user id>` */
  _id: string;
  offerId: string;
  userId: string;
  partnerId: string;
  met: boolean;
  /** Set when they met. */
  again: boolean | null;
  /** Set when they did not. */
  reason: 'they_missed' | 'i_missed' | 'agreed' | null;
  answeredAt: Date;
}

export const meetings = modelOf<MeetingDocument>('OfferMeeting', 'offer_meetings', {
  _id: { type: String, required: true },
  offerId: { type: String, required: true },
  userId: { type: String, required: true, index: true },
  partnerId: { type: String, required: true, index: true },
  met: { type: Boolean, required: true },
  again: { type: Boolean, default: null },
  reason: { type: String, default: null, index: true },
  answeredAt: { type: Date, required: true },
});
