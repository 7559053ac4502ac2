import type { Connection } from 'mongoose';
import { cipherOf, sealedUnder } from '../../infra/field-cipher';
import type { SealedValue } from '../../infra/key-fault';
import type { Deps } from '../resource';
import {
  reports,
  type Decision,
  type Evidence,
  type Proposal,
  type Report,
  type StoredReport,
} from './report.model';

export type OpenReport = Report & { readonly id: string };
type Needs = Pick<Deps, 'db' | 'env' | 'secret'>;

/** A report is retained for this long after it was made, and again after it was decided. */
export const KEPT_MS = 2 * 365 * 86_400_000;

const placeOf = (id: string, field: 'description' | 'evidence' | 'reason' | 'appeal') =>
  `safety_reports/${id}/${field}`;

/** Seals a text or a snapshot for storage. */
export const sealFor = (
  deps: Needs,
  id: string,
  field: Parameters<typeof placeOf>[1],
  value: unknown,
): string => cipherOf(deps).seal(value, placeOf(id, field));

function openDecision(deps: Needs, id: string, decision: Decision | null): Decision | null {
  if (!decision) return null;
  const open = (stored: string, field: 'reason' | 'appeal') =>
    cipherOf(deps).open(stored, placeOf(id, field)) as string;
  const { reason, appeal } = decision;
  return {
    ...decision,
    reason: open(reason, 'reason'),
    appeal: appeal && { ...appeal, text: open(appeal.text, 'appeal') },
  };
}

const openProposal = (deps: Needs, id: string, proposal: Proposal | null | undefined): Proposal | null =>
  proposal
    ? { ...proposal, reason: cipherOf(deps).open(proposal.reason, placeOf(id, 'reason')) as string }
    : null;

export function openReport(deps: Needs, stored: StoredReport & { _id: unknown }): OpenReport {
  const { _id, description, evidence, decision, proposal, ...rest } = stored;
  const id = String(_id);
  return {
    ...rest,
    id,
    description: cipherOf(deps).open(description, placeOf(id, 'description')) as string,
    evidence: cipherOf(deps).open(evidence, placeOf(id, 'evidence')) as Evidence,
    decision: openDecision(deps, id, decision),
    // in older versions a ban needed no second operator
    proposal: openProposal(deps, id, proposal),
  };
}

/** Seals every report under the current key. Returns how many it changed. */
export async function resealReports(deps: Deps): Promise<number> {
  const { current } = cipherOf(deps);
  let count = 0;
  for (const stored of await reports(deps.db).find().lean()) {
    const texts = [
      stored.description,
      stored.evidence,
      stored.decision?.reason,
      stored.proposal?.reason,
      stored.decision?.appeal?.text,
    ];
    if (texts.every((text) => !text || sealedUnder(text) === current)) continue;
    const { id, description, evidence, decision, proposal } = openReport(deps, stored);
    const { modifiedCount } = await reports(deps.db).updateOne(
      { _id: stored._id },
      {
        $set: {
          description: sealFor(deps, id, 'description', description),
          evidence: sealFor(deps, id, 'evidence', evidence),
          ...(decision && { 'decision.reason': sealFor(deps, id, 'reason', decision.reason) }),
          ...(proposal && { 'proposal.reason': sealFor(deps, id, 'reason', proposal.reason) }),
          ...(decision?.appeal && {
            'decision.appeal.text': sealFor(deps, id, 'appeal', decision.appeal.text),
          }),
        },
      },
    );
    count += modifiedCount;
  }
  return count;
}

const SAMPLE = 5;

/** The texts of the newest reports, to test the keys. */
export async function sampleReports({ db }: Pick<Deps, 'db'>): Promise<readonly SealedValue[]> {
  const found = await reports(db).find().sort({ _id: -1 }).limit(SAMPLE).lean();
  return found.map(({ _id, description }) => ({
    stored: description,
    place: placeOf(String(_id), 'description'),
  }));
}

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
