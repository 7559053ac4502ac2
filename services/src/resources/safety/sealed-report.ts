import { createHash } from 'node:crypto';
import { Types, type Connection } from 'mongoose';
import { cipherOf } from '../../infra/field-cipher';
import { journalOf } from '../../infra/journal';
import { randomId } from '../../infra/random-id';
import type { SealedFields } from '../../infra/sealed-fields';
import type { Deps } from '../resource';
import {
  reports,
  type EarlierEvidence,
  type Evidence,
  type OfferEvidence,
  type Report,
  type StoredReport,
} from './report.model';
import type { Unit } from './unit-of-work';

type Field = 'description' | 'evidence' | 'reason' | 'appeal';

export type OpenReport = Report & {
  readonly id: string;
  /** Names what an operator decides about: another one stands for other words, reasons, offers or another proposal. */
  readonly version: string;
  /** What no key opens. */
  readonly damaged: readonly Field[];
};
type Needs = Pick<Deps, 'db' | 'env' | 'secret' | 'log'>;

/** Stands for a text that no key opens: one such report must not hide the others (decisions/056). */
const UNREADABLE = '(cannot be read: it is damaged or its key is missing)';

/** A report is retained for this long after it was made, and again after it was decided. */
export const KEPT_MS = 2 * 365 * 86_400_000;

const placeOf = (id: string, field: Field) => `safety_reports/${id}/${field}`;

/** Seals a text or a snapshot for storage. */
export const sealFor = (
  deps: Pick<Needs, 'env' | 'secret'>,
  id: string,
  field: Field,
  value: unknown,
): string => cipherOf(deps).seal(value, placeOf(id, field));

/** A report before it is stored. */
export type NewReport = Pick<
  Report,
  'key' | 'offerId' | 'reporterId' | 'reportedId' | 'isUnnamed' | 'reportType' | 'description' | 'evidence'
>;

/** Stores a new report, sealed, in a unit. Returns it. */
export async function insertReport(
  deps: Needs & Pick<Deps, 'clock'>,
  { description, evidence, ...filing }: NewReport,
  unit: Unit,
): Promise<OpenReport> {
  const now = deps.clock.now();
  const id = randomId();
  const stored = {
    _id: new Types.ObjectId(id),
    ...filing,
    reasons: [filing.reportType],
    description: sealFor(deps, id, 'description', description),
    evidence: sealFor(deps, id, 'evidence', evidence),
    decision: null,
    proposal: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
  const { collection } = reports(deps.db);
  await journalOf(deps.db).note(collection.collectionName, [stored._id], unit.session);
  await collection.insertOne(stored, { session: unit.session });
  return openReport(deps, stored);
}

/** Changes a report in a unit that has read it. */
export async function changeReport(
  { db }: Pick<Deps, 'db'>,
  id: string,
  $set: Readonly<Record<string, unknown>>,
  unit: Unit,
): Promise<void> {
  const { collection } = reports(db);
  const _id = new Types.ObjectId(id);
  await journalOf(db).note(collection.collectionName, [_id], unit.session);
  await collection.updateOne({ _id }, { $set }, { session: unit.session });
}

/** The evidence, also of an older version. A report that its recipient made of a completed offer is about what the other one wrote. */
function evidenceOf(
  stored: Evidence | EarlierEvidence,
  { key, offerId }: Pick<Report, 'key' | 'offerId'>,
): Evidence {
  if ('offers' in stored) return stored;
  const { proposedDate, location = '', activity = '', message = null, status = null, ...card } = stored;
  if (!proposedDate) return { ...card, offers: [] };
  const by = key.startsWith('offer:') ? 'about' : null;
  const offer = {
    offerId,
    by,
    proposedDate,
    location,
    placeBy: null,
    activity,
    message,
    reply: null,
    status,
  };
  return { ...card, offers: [offer as OfferEvidence] };
}

const versionOf = ({ reportType, reasons, description, evidence, proposal }: Report): string =>
  createHash('sha256')
    .update(JSON.stringify([reportType, reasons, description, evidence.offers, proposal]))
    .digest('hex')
    .slice(0, 32);

/** Opens a report. What no key opens is named in `damaged`; instead of it there is a text that says so, or no offers. */
export function openReport(deps: Needs, stored: StoredReport & { _id: unknown }): OpenReport {
  const { _id, description, evidence, decision, proposal, ...rest } = stored;
  const id = String(_id);
  const damaged: Field[] = [];
  const open = <T = string>(value: unknown, field: Field, instead: unknown = UNREADABLE): T => {
    try {
      return cipherOf(deps).open(value, placeOf(id, field)) as T;
    } catch (error) {
      deps.log.warn({ err: error, report: id, field }, 'a part of a report cannot be read');
      damaged.push(field);
      return instead as T;
    }
  };
  const report = {
    ...rest,
    description: open(description, 'description'),
    evidence: evidenceOf(open<Evidence | EarlierEvidence>(evidence, 'evidence', { offers: [] }), rest),
    decision: decision
      ? {
          ...decision,
          reason: open(decision.reason, 'reason'),
          appeal: decision.appeal && { ...decision.appeal, text: open(decision.appeal.text, 'appeal') },
        }
      : null,
    // in older versions a ban needed no second operator
    proposal: proposal ? { ...proposal, reason: open(proposal.reason, 'reason') } : null,
  };
  return { ...report, id, version: versionOf(report), damaged };
}

/** The words of a report for an operator, with a line for evidence that no key opens. */
export const wordsOf = ({ description, damaged }: OpenReport): string =>
  damaged.includes('evidence') ? `${description}\n\nName and offers: ${UNREADABLE}` : description;

export const SEALED_REPORTS: SealedFields = {
  collection: 'safety_reports',
  fields: ['description', 'evidence', 'decision', 'proposal'],
  valuesOf({ _id, description, evidence, decision, proposal }: StoredReport & { _id: unknown }) {
    const value = (at: string, stored: unknown, field: Field) => ({
      at,
      stored,
      place: placeOf(String(_id), field),
    });
    return [
      value('description', description, 'description'),
      value('evidence', evidence, 'evidence'),
      value('decision.reason', decision?.reason, 'reason'),
      value('proposal.reason', proposal?.reason, 'reason'),
      value('decision.appeal.text', decision?.appeal?.text, 'appeal'),
    ];
  },
};

/** Migrates reports of the first version, which had one report per offer and no end, before the model builds its indexes. */
export async function upgradeReports(db: Connection): Promise<void> {
  const old = db.collection<{ offerId: string; createdAt: Date }>('safety_reports');
  for (const { _id, offerId, createdAt } of await old.find({ key: { $exists: false } }).toArray()) {
    const expiresAt = new Date(createdAt.getTime() + KEPT_MS);
    await old.updateOne({ _id }, { $set: { key: `offer:${offerId}`, expiresAt } });
  }
  // missing in a new database
  await old.dropIndex('offerId_1_reporterId_1').catch(() => undefined);
}
