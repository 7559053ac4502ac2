import type { JobKind } from '@flint/contracts/desk';
import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';
import { sealedField } from '../../infra/sealed-fields';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Work that must be done, by any process. */
export interface Job {
  _id: string;
  kind: string;
  /** What the work needs, if it is personal: sealed. */
  sealed: string | null;
  /** What the work needs, if it names people by id only. */
  plain: object | null;
  /** Ids of the students it is about. */
  about: string[];
  tries: number;
  /** When it is tried next; while a process has taken it, the end of its lease. */
  dueAt: Date;
  /** The try that is under way, by a random id; absent while it waits. */
  holder?: string;
  /** When it was due first. */
  since: Date;
  /** Not tried again after that. */
  endsAt: Date;
  /** When the last try failed; null: it waits. */
  failedAt: Date | null;
  /** Whether the last try failed for a cause that concerns this job alone, such as a full mailbox. */
  onlyIt?: boolean;
}

/** The place of the first kind, mail, whose records keep their seal. */
export const placeOf = (id: string): string => `waiting_mails.${id}.mail`;

export const jobs = modelOf<Job>('Job', 'jobs', {
  _id: { type: String, required: true },
  kind: { type: String, required: true },
  sealed: { type: String, default: null },
  plain: { type: Schema.Types.Mixed, default: null },
  about: { type: [String], required: true, index: true },
  tries: { type: Number, required: true },
  dueAt: { type: Date, required: true, index: true },
  holder: { type: String },
  since: { type: Date, required: true },
  endsAt: { type: Date, required: true, expires: WEEK_SECONDS },
  failedAt: { type: Date, default: null },
  onlyIt: { type: Boolean },
});

export const SEALED_JOB = sealedField('jobs', 'sealed', placeOf);

/** A kind that operators stopped for a while. */
export interface JobPause {
  _id: JobKind;
  at: Date;
}

export const jobPauses = modelOf<JobPause>('JobPause', 'job_pauses', {
  _id: { type: String, required: true },
  at: { type: Date, required: true },
});
