import { modelOf } from '../../infra/model-of';

/** Stored only for students who turned mail about offers off. */
interface MailChoice {
  /** The student's id. */
  _id: string;
  wanted: boolean;
}

export const mailChoices = modelOf<MailChoice>(
  'OfferMailChoice',
  'offer_mail_choices',
  { _id: { type: String, required: true }, wanted: { type: Boolean, required: true } },
  { isProtective: true },
);
