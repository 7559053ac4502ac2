import type { ReportReason } from '@flint/contracts';
import type { QueueItem } from '@flint/contracts/desk';
import { HOUR_MS } from '@flint/contracts/time';
import type { OpenReport } from '../resources/safety/sealed-report';

const DAY = 24;

/** Hours within which a report of each kind should be answered. */
const HOURS: Readonly<Record<ReportReason, number>> = {
  underage: 12,
  safety_concern: 12,
  harassment: 12,
  hate: 2 * DAY,
  inappropriate_behavior: 2 * DAY,
  scam: 3 * DAY,
  impersonation: 3 * DAY,
  photos: 5 * DAY,
  fake_profile: 5 * DAY,
  no_show: 10 * DAY,
  other: 10 * DAY,
};
const PROPOSAL_HOURS = DAY;
const APPEAL_HOURS = 5 * DAY;

export interface Wait {
  readonly kind: QueueItem['kind'];
  readonly since: Date;
  readonly due: Date;
  readonly group: QueueItem['group'];
}

function waitOf({ decision, proposal, createdAt, reportType }: OpenReport): Omit<Wait, 'group'> {
  const from = (kind: Wait['kind'], since: Date, hours: number) => ({
    kind,
    since,
    due: new Date(since.getTime() + hours * HOUR_MS),
  });
  if (decision?.appeal?.outcome === null) return from('appeal', decision.appeal.createdAt, APPEAL_HOURS);
  if (decision) return from('decided', decision.decidedAt, 0);
  if (proposal) return from('proposal', proposal.at, PROPOSAL_HOURS);
  return from('report', createdAt, HOURS[reportType]);
}

/** What a report waits for, since when, and when it is due. */
export function urgencyOf(report: OpenReport, now: Date): Wait {
  const wait = waitOf(report);
  const left = wait.due.getTime() - now.getTime();
  if (wait.kind === 'decided') return { ...wait, group: 'decided' };
  if (wait.kind === 'proposal') return { ...wait, group: 'second' };
  if (left <= DAY * HOUR_MS) return { ...wait, group: 'today' };
  return { ...wait, group: left <= 7 * DAY * HOUR_MS ? 'week' : 'later' };
}
