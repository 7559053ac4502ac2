import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

/** The live code of a mailbox. */
interface PendingCode {
  salt: string;
  /** HMAC of purpose, address and code under a key that is not in the database. */
  mac: string;
  expiresAt: Date;
  /** Tries of the browser that asked for the code. */
  triesLeft: number;
  /** Tries of all other browsers together. */
  openTries: number;
  /** The row whose mails and tries it counts against. */
  share: string;
  /** Becomes user_metadata if this code creates the account. */
  data: Record<string, unknown>;
  /** When the browser that asked for it first used it, and `expiresAt` moved to soon after; absent before, and in records of older versions. */
  usedAt?: Date;
}

/** Mails and tries of a mailbox; the address itself is not stored. */
export interface Mailbox {
  /** Keyed hash of the address without its plus tag; for the row of one browser, of address and browser. */
  _id: string;
  /** Keyed hash of the address alone; absent in older records. */
  mailbox?: string;
  /** Newest first, at most the daily limit. */
  sentAt: Date[];
  /** Times of tries, newest last; a right one is removed. */
  triedAt: Date[];
  /** In the row of the browser that asked for it. */
  code: PendingCode | null;
  /** In the row of the address: the row with the newest code that a browser which is not known asked for. */
  newest?: string;
  /** After this the record is deleted. */
  staleAt: Date;
}

const code = new Schema<PendingCode>(
  {
    salt: { type: String, required: true },
    mac: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    triesLeft: { type: Number, required: true },
    openTries: { type: Number, required: true },
    share: { type: String, required: true },
    data: { type: Schema.Types.Mixed, required: true },
    usedAt: { type: Date },
  },
  { _id: false, minimize: false },
);

export const mailboxes = modelOf<Mailbox>('AuthMailbox', 'auth_mailboxes', {
  _id: { type: String, required: true },
  mailbox: { type: String, index: true },
  sentAt: { type: [Date], required: true },
  triedAt: { type: [Date], required: true },
  code: { type: code, default: null },
  newest: { type: String },
  staleAt: { type: Date, required: true, expires: 0 },
});

/** A browser that signed in to a mailbox (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies'). */
export interface KnownDevice {
  /** Keyed hash of mailbox and browser. */
  _id: string;
  /** Keyed hash of the mailbox. */
  mailbox: string;
  until: Date;
}

export const devices = modelOf<KnownDevice>('AuthDevice', 'auth_devices', {
  _id: { type: String, required: true },
  mailbox: { type: String, required: true, index: true },
  until: { type: Date, required: true, expires: 0 },
});
