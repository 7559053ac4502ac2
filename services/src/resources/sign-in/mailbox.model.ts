import { Schema, type Connection, type Model } from 'mongoose';

/** The one live code of a mailbox. */
interface PendingCode {
  salt: string;
  /** HMAC of purpose, address and code under a pepper that is not in the database. */
  mac: string;
  expiresAt: Date;
  triesLeft: number;
  /** Becomes user_metadata if this code makes the account. */
  data: Record<string, unknown>;
}

/** What was sent to a mailbox and tried for it; the address itself is not kept. */
export interface Mailbox {
  /** Keyed hash of the address without its plus tag; with the browser's name, the share of one that signed in before. */
  _id: string;
  /** Keyed hash of the address alone; absent in a record of an older version. */
  mailbox?: string;
  /** Newest first, as many as the daily limit. */
  sentAt: Date[];
  /** When codes were tried, newest last; a right one is taken out again. */
  triedAt: Date[];
  code: PendingCode | null;
  /** When nothing in here matters any more. */
  staleAt: Date;
}

const code = new Schema<PendingCode>(
  {
    salt: { type: String, required: true },
    mac: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    triesLeft: { type: Number, required: true },
    data: { type: Schema.Types.Mixed, required: true },
  },
  { _id: false, minimize: false },
);

const schema = new Schema<Mailbox>(
  {
    _id: { type: String, required: true },
    mailbox: { type: String, index: true },
    sentAt: { type: [Date], required: true },
    triedAt: { type: [Date], required: true },
    code: { type: code, default: null },
    staleAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'auth_mailboxes' },
);

export const mailboxes = (db: Connection) =>
  (db.models.AuthMailbox as Model<Mailbox>) ?? db.model<Mailbox>('AuthMailbox', schema);

/** A browser that signed in to a mailbox (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies'). */
export interface KnownDevice {
  /** Keyed hash of mailbox and browser. */
  _id: string;
  /** Keyed hash of the mailbox. */
  mailbox: string;
  until: Date;
}

const device = new Schema<KnownDevice>(
  {
    _id: { type: String, required: true },
    mailbox: { type: String, required: true, index: true },
    until: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'auth_devices' },
);

export const devices = (db: Connection) =>
  (db.models.AuthDevice as Model<KnownDevice>) ?? db.model<KnownDevice>('AuthDevice', device);
