import type { AlertKind } from '@flint/contracts';
import { modelOf } from '../../infra/model-of';

/** A browser that receives alerts; `_id` is the hash of its push address. */
export interface AlertBrowser {
  _id: string;
  userId: string;
  /** The session that added it. Alerts are sent only while that session is live. */
  sessionId: string;
  /** Push address and keys, sealed: they are enough to send messages to the browser. */
  target: string;
  addedAt: Date;
}

export const alertBrowsers = modelOf<AlertBrowser>('AlertBrowser', 'alert_browsers', {
  _id: { type: String, required: true },
  userId: { type: String, required: true, index: true },
  sessionId: { type: String, required: true },
  target: { type: String, required: true },
  addedAt: { type: Date, required: true },
});

/** Stored only for students who changed a setting; `_id` is the student's id. */
export interface AlertChoice {
  _id: string;
  kinds: AlertKind[];
  quietFrom: number | null;
  quietTo: number | null;
  showNames: boolean;
}

export const alertChoices = modelOf<AlertChoice>(
  'AlertChoice',
  'alert_choices',
  {
    _id: { type: String, required: true },
    kinds: { type: [String], required: true },
    quietFrom: { type: Number, default: null },
    quietTo: { type: Number, default: null },
    showNames: { type: Boolean, required: true },
  },
  { isProtective: true },
);
