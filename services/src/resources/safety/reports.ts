import {
  GRAVE_REASONS,
  LIMITS,
  WORDING,
  type BodyOf,
  type ReportReason,
  type ROUTES,
} from '@flint/contracts';
import { trusted, Types } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { isDuplicateKey } from '../../infra/duplicate-key';
import { ageInSeconds, reportOldest } from '../../infra/metrics';
import { randomId } from '../../infra/random-id';
import { offerFacts, reportableOffer } from '../offers/index';
import { personOf } from '../profile/index';
import type { Deps } from '../resource';
import { blockPerson } from './block-person';
import { marksEver, ownMark } from './marks';
import { reports, type Evidence } from './report.model';
import { KEPT_MS, openReport, sealFor, type OpenReport } from './sealed-report';
import { standingOf } from './standing';

type Needs = Pick<Deps, 'db' | 'env' | 'secret'>;

/** Prefix of the keys of reports about an offer; these are limited to one per offer instead of per day. */
const OFFER_KEY = 'offer:';
const OFFER_KEYS = /^offer:/;

interface Filing {
  readonly key: string;
  readonly offerId: string | null;
  readonly reporterId: string;
  readonly reportedId: string;
  readonly reportType: ReportReason;
  readonly description: string;
  readonly evidence: Evidence;
}

export interface Filed {
  readonly report: OpenReport;
  /** False for a repeated report. */
  readonly isNew: boolean;
}

/** Adds a further reason to an open report of the same person. */
async function addReason(
  deps: Deps,
  report: OpenReport,
  { reportType, description, evidence }: Filing,
): Promise<Filed> {
  const { id, reasons = [report.reportType] } = report;
  const isGraver = SEVERITY[reportType] < SEVERITY[report.reportType];
  const texts = [report.description, `${reportType}: ${description}`].filter(Boolean).join('\n\n');
  const { modifiedCount } = await reports(deps.db).updateOne(
    { _id: id, decision: null },
    {
      $set: {
        ...(isGraver && { reportType }),
        reasons: [...reasons, reportType],
        description: sealFor(deps, id, 'description', texts),
        evidence: sealFor(deps, id, 'evidence', { ...evidence, ...report.evidence }),
      },
    },
  );
  const { reporterId: by, reportedId: about } = report;
  await blockPerson(deps, { by, about, reason: 'report', name: report.evidence.name ?? null });
  return { report: (await findReport(deps, id))!, isNew: modifiedCount > 0 };
}

/** Stores a report and blocks the two from each other. A repeated report returns the first one. */
async function storeReport(deps: Deps, { description, evidence, ...filing }: Filing): Promise<Filed> {
  const { reporterId, reportedId, key } = filing;
  const now = deps.clock.now();
  const id = randomId();
  const person = (await personOf(deps, [reportedId])).get(reportedId);
  let isNew = true;
  try {
    await reports(deps.db).create({
      _id: new Types.ObjectId(id),
      ...filing,
      reasons: [filing.reportType],
      description: sealFor(deps, id, 'description', description),
      evidence: sealFor(deps, id, 'evidence', {
        name: person?.name,
        age: person?.age,
        ...evidence,
      }),
      createdAt: now,
      expiresAt: new Date(now.getTime() + KEPT_MS),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    isNew = false;
  }
  const name = person?.name ?? null;
  await blockPerson(deps, { by: reporterId, about: reportedId, reason: 'report', name });
  const kept = await reports(deps.db).findOne({ reporterId, key }).lean();
  return { report: openReport(deps, kept!), isNew };
}

/** Stores the recipient's report of a completed offer (S6.3.2, S5.12.1); one per offer. */
export async function fileReport(
  deps: Deps,
  reporterId: string,
  { offerId, reportType, description }: BodyOf<typeof ROUTES.reportOffer>,
): Promise<Filed> {
  const { senderId, proposedDate, location, activity, message } = await reportableOffer(
    deps,
    reporterId,
    offerId,
  );
  const evidence = { proposedDate, location, activity, message, status: 'completed' };
  const filing = { key: OFFER_KEY + offerId, offerId, reporterId, reportedId: senderId, reportType };
  return storeReport(deps, { ...filing, description, evidence });
}

const DAY_MS = 24 * 3_600_000;
/** Reports per day for a student with false reports. */
const DISTRUSTED_PER_DAY = 2;
/** Number of false reports from which a student's reports are limited and marked. */
export const DISTRUSTED_FROM = 2;

const TURN_MS = 5_000;
const TURN_TRIES = 200;

/** Runs a student's reports one after another, across processes, so that each is counted before the next. */
async function runInTurn<T>(
  { db, clock }: Needs & Pick<Deps, 'clock'>,
  reporterId: string,
  work: () => Promise<T>,
) {
  const turns = db.collection<{ _id: string; until: Date }>('safety_turns');
  let until = clock.now();
  const take = async () => {
    const free = { _id: reporterId, until: { $lte: clock.now() } };
    until = new Date(clock.now().getTime() + TURN_MS);
    try {
      return (await turns.updateOne(free, { $set: { until } }, { upsert: true })).acknowledged;
    } catch (error) {
      // another process holds the turn, and the upsert collided with it
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  for (let tries = 0; !(await take()); tries++) {
    if (tries === TURN_TRIES) throw new ApiError('unavailable', { retryAfterSeconds: 2 });
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 40));
  }
  try {
    return await work();
  } finally {
    await turns.deleteOne({ _id: reporterId, until });
  }
}

/** Throws 429 beyond the daily limit. Counts stored reports, so repeats of one report are free. */
async function limitToday(deps: Deps, reporterId: string): Promise<void> {
  const { falseReports } = await standingOf(deps, reporterId);
  const max = falseReports >= DISTRUSTED_FROM ? DISTRUSTED_PER_DAY : LIMITS.reportsPerDay;
  const now = deps.clock.now().getTime();
  const recent = await reports(deps.db)
    .find({ reporterId, createdAt: trusted({ $gt: new Date(now - DAY_MS) }) })
    .select({ key: 1, createdAt: 1 })
    .sort({ createdAt: -1 })
    .lean();
  const today = recent.filter(({ key }) => !key.startsWith(OFFER_KEY));
  const oldest = today[max - 1];
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.createdAt.getTime() + DAY_MS - now) / 1000);
  throw new ApiError('rate_limited', { retryAfterSeconds });
}

/**
 * Stores a report of a person, by either side at any time; one per person until it is decided, to which further reasons are added. A person who
 * blocked the reporter or is deleted gives the same answer as anybody else. Throws 404 for oneself, for an id that nobody had and for an offer that is not between the
 * two, 400 if the reason needs details, 429 beyond the daily limit.
 */
export async function filePersonReport(
  deps: Deps,
  reporterId: string,
  { userId, offerId, reason, description = '' }: BodyOf<typeof ROUTES.reportPerson>,
): Promise<Filed> {
  if (userId === reporterId) throw new ApiError('not_found');
  if (description === '' && !GRAVE_REASONS.includes(reason)) {
    const detail = WORDING.reportDetails;
    throw new ApiError('validation_failed', { errors: [{ pointer: '/description', detail }] });
  }
  const offer = offerId ? await offerFacts(deps, reporterId, offerId) : null;
  // after the partner's account was deleted, the offer does not name them
  if (offerId && (offer === null || (offer.partnerId !== null && offer.partnerId !== userId)))
    throw new ApiError('not_found');
  const [isHere, mark] = await Promise.all([
    ownMark(deps, userId),
    marksEver(deps, [userId]).then((marks) => marks.get(userId)),
  ]);
  if (!offer && !mark) throw new ApiError('not_found');
  // a report of a deleted account waits for its mailbox
  const reportedId = isHere ? userId : (mark ?? userId);
  const key = `person:${reportedId}`;
  const { proposedDate, location, activity, message, status } = offer ?? {};
  const evidence = offer ? { proposedDate, location, activity, message, status } : {};
  const about = { key, offerId: offerId ?? null, reporterId, reportedId, reportType: reason };
  const filing = { ...about, description, evidence: evidence as Evidence };
  return runInTurn(deps, reporterId, async () => {
    const open = { reporterId, reportedId, decision: null, key: trusted({ $not: OFFER_KEYS }) };
    const before = await reports(deps.db).findOne(open).lean();
    if (before) {
      const report = openReport(deps, before);
      const isKnown = (report.reasons ?? [report.reportType]).includes(reason);
      return isKnown ? { report, isNew: false } : addReason(deps, report, filing);
    }
    await limitToday(deps, reporterId);
    return storeReport(deps, filing);
  });
}

const SEVERITY: Readonly<Record<ReportReason, number>> = {
  underage: 0,
  safety_concern: 1,
  harassment: 2,
  hate: 3,
  inappropriate_behavior: 3,
  scam: 4,
  impersonation: 4,
  photos: 5,
  fake_profile: 5,
  no_show: 6,
  other: 6,
};

const isAppealed = ({ decision }: OpenReport) => decision?.appeal?.outcome === null;

/**
 * Orders reports of one urgency so that many reports about one person hide nobody else's: the first about each person, those with more
 * reporters before those with fewer, then the second about each, and so on. Otherwise the given order stays.
 */
export function byReporters(
  all: readonly OpenReport[],
  urgencyOf: (report: OpenReport) => number,
): OpenReport[] {
  const reporters = new Map<string, Set<string>>();
  const turns = new Map<string, number>();
  const placed = all.map((each) => {
    const { reporterId, reportedId } = each;
    reporters.set(reportedId, (reporters.get(reportedId) ?? new Set()).add(reporterId));
    const urgency = urgencyOf(each);
    const turn = turns.get(`${urgency} ${reportedId}`) ?? 0;
    turns.set(`${urgency} ${reportedId}`, turn + 1);
    return { each, urgency, turn, by: reporters.get(reportedId)! };
  });
  return placed
    .toSorted((a, b) => a.urgency - b.urgency || a.turn - b.turn || b.by.size - a.by.size)
    .map(({ each }) => each);
}

/** Reports waiting for a decision or an appeal, by severity, reporters and age, oldest first; or all reports. */
export async function listReports(deps: Needs, { all = false } = {}): Promise<OpenReport[]> {
  const found = (await reports(deps.db).find().sort({ createdAt: 1 }).lean()).map((each) =>
    openReport(deps, each),
  );
  const listed = found.filter((report) => all || report.decision === null || isAppealed(report));
  return byReporters(listed, ({ reportType }) => SEVERITY[reportType]);
}

/** Measures how long the oldest report has waited for a decision. */
export async function measureReports({ db, clock, env }: Deps): Promise<void> {
  const oldest = await reports(db)
    .findOne({ decision: null }, { createdAt: 1 })
    .sort({ createdAt: 1 })
    .lean();
  reportOldest.set({ university: env.UNIVERSITY_EMAIL_HOST }, ageInSeconds(oldest?.createdAt, clock.now()));
}

export async function findReport(deps: Needs, id: string): Promise<OpenReport | null> {
  const found = await reports(deps.db).findById(id).lean();
  return found && openReport(deps, found);
}

/** How many reports about a person were upheld. */
export const upheldAgainst = async ({ db }: Pick<Deps, 'db'>, reportedId: string): Promise<number> =>
  reports(db).countDocuments({ reportedId, 'decision.outcome': 'upheld' });

/** The reports a student made, newest first. */
export async function reportsBy(deps: Needs, reporterId: string): Promise<OpenReport[]> {
  const found = await reports(deps.db).find({ reporterId }).sort({ createdAt: -1, _id: -1 }).lean();
  return found.map((each) => openReport(deps, each));
}
