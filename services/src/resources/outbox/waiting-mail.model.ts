import { modelOf } from '../../infra/model-of';
import { sealedField } from '../../infra/sealed-fields';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

export interface WaitingMail {
  _id: string;
  /** The mail, sealed. */
  mail: string;
  /** Ids of the students it is about. */
  about: string[];
  tries: number;
  /** When it is tried next; while a process has taken it, the end of its lease. */
  dueAt: Date;
  createdAt: Date;
}

export const placeOf = (id: string): string => `waiting_mails.${id}.mail`;

export const waitingMails = modelOf<WaitingMail>('WaitingMail', 'waiting_mails', {
  _id: { type: String, required: true },
  mail: { type: String, required: true },
  about: { type: [String], required: true, index: true },
  tries: { type: Number, required: true },
  dueAt: { type: Date, required: true, index: true },
  createdAt: { type: Date, required: true, expires: WEEK_SECONDS },
});

export const WAITING_MAIL = sealedField('waiting_mails', 'mail', placeOf);
