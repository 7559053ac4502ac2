import type { AlertKind } from '@flint/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

/** A browser that alerts go to; `_id` is the hash of its address. */
export interface AlertBrowser {
  _id: string;
  userId: string;
  /** The session it was added in; it is sent to while that stands. */
  sessionId: string;
  /** Address and keys, sealed: whoever holds them can send to the browser. */
  target: string;
  addedAt: Date;
}

const browser = new Schema<AlertBrowser>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    sessionId: { type: String, required: true },
    target: { type: String, required: true },
    addedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'alert_browsers' },
);

export const alertBrowsers = (db: Connection) =>
  (db.models.AlertBrowser as Model<AlertBrowser>) ?? db.model<AlertBrowser>('AlertBrowser', browser);

/** Kept only for who chose; `_id` is the student's id. */
export interface AlertChoice {
  _id: string;
  kinds: AlertKind[];
  quietFrom: number | null;
  quietTo: number | null;
  showNames: boolean;
}

const choice = new Schema<AlertChoice>(
  {
    _id: { type: String, required: true },
    kinds: { type: [String], required: true },
    quietFrom: { type: Number, default: null },
    quietTo: { type: Number, default: null },
    showNames: { type: Boolean, required: true },
  },
  { versionKey: false, collection: 'alert_choices' },
);

export const alertChoices = (db: Connection) =>
  (db.models.AlertChoice as Model<AlertChoice>) ?? db.model<AlertChoice>('AlertChoice', choice);

/** An alert that is to be sent. It names people by id only: the text is made when it goes. */
export interface AlertJob {
  _id: string;
  userId: string;
  kind: AlertKind;
  /** What happened, as the letters and signals are called. */
  what: string;
  offerId: string;
  /** Who did it; null where nobody is named. */
  about: string | null;
  attempts: number;
  dueAt: Date;
  expiresAt: Date;
}

const job = new Schema<AlertJob>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    kind: { type: String, required: true },
    what: { type: String, required: true },
    offerId: { type: String, required: true },
    about: { type: String, default: null, index: true },
    attempts: { type: Number, required: true },
    dueAt: { type: Date, required: true, index: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'alert_jobs' },
);

export const alertJobs = (db: Connection) =>
  (db.models.AlertJob as Model<AlertJob>) ?? db.model<AlertJob>('AlertJob', job);
