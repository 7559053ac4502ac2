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
import { endOpenOffersBetween, offerFacts, reportableOffer } from '../offers/index';
import { personOf } from '../profile/index';
import type { Deps } from '../resource';
import { recordBlock } from './blocks';
import { reports, type Evidence } from './report.model';
import { KEPT_MS, openReport, sealFor, type OpenReport } from './sealed-report';
import { standingOf } from './standing';
import { isUnseenBy } from './unseen';

type Needs = Pick<Deps, 'db' | 'env' | 'secret'>;

/** Keys of reports about an offer begin with it; they have a limit of their own: one each. */
const OFFER_KEY = 'offer:';

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
  /** True once. */
  readonly isNew: boolean;
}

/** Keeps a report, and blocks the two from each other. The same report again answers the first one. */
async function keep(deps: Deps, { description, evidence, ...filing }: Filing): Promise<Filed> {
  const { reporterId, reportedId, key } = filing;
  const now = deps.clock.now();
  const _id = new Types.ObjectId();
  const id = _id.toHexString();
  const [people, isUnseen] = await Promise.all([
    personOf(deps, [reportedId]),
    isUnseenBy(deps, reporterId, reportedId),
  ]);
  const person = people.get(reportedId);
  let isNew = true;
  try {
    await reports(deps.db).create({
      _id,
      ...filing,
      description: sealFor(deps, id, 'description', description),
      evidence: sealFor(deps, id, 'evidence', {
        name: person?.name,
        age: person?.age,
        ...(isUnseen && { isUnseen }),
        ...evidence,
      }),
      createdAt: now,
      expiresAt: new Date(now.getTime() + KEPT_MS),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    isNew = false;
  }
  await recordBlock(deps, reporterId, reportedId, isUnseen);
  await endOpenOffersBetween(deps, reporterId, reportedId);
  const kept = await reports(deps.db).findOne({ reporterId, key }).lean();
  return { report: openReport(deps, kept!), isNew };
}

/** Keeps a report of a completed offer by its recipient (spec 5, 6); one per offer. */
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
  return keep(deps, { ...filing, description, evidence });
}

const DAY_MS = 24 * 3_600_000;
/** Reports a day for somebody whose reports were found to be made up before. */
const DISTRUSTED_PER_DAY = 2;
/** Knowingly false reports from which on a student's reports are limited and marked. */
export const DISTRUSTED_FROM = 2;

const TURN_MS = 5_000;
const TURN_TRIES = 200;

/** One report of a student after another, over all processes: of several at once none is counted before the one ahead of it is kept. */
async function inTurn<T>(
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
      // somebody else's turn: the upsert collides with it
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

/** Throws 429 beyond the day's reports. Counts what was kept, so that repeats of one report use up nothing. */
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
 * Keeps a report of a person, at any time and by either side; one per person and reason until it is decided. Somebody who blocked the
 * reporter, is gone, or never was is reported like anybody else: the answers do not differ. Throws 404 for
 * oneself and for an offer that is not between the two, 400 without details where the reason needs them, 429 beyond the day's reports.
 */
export async function filePersonReport(
  deps: Deps,
  reporterId: string,
  { userId: reportedId, offerId, reason, description = '' }: BodyOf<typeof ROUTES.reportPerson>,
): Promise<Filed> {
  if (reportedId === reporterId) throw new ApiError('not_found');
  if (description === '' && !GRAVE_REASONS.includes(reason)) {
    const detail = WORDING.reportDetails;
    throw new ApiError('validation_failed', { errors: [{ pointer: '/description', detail }] });
  }
  const offer = offerId ? await offerFacts(deps, reporterId, offerId) : null;
  // of a partner who deleted their account the offer no longer says who it was
  if (offerId && (offer === null || (offer.partnerId !== null && offer.partnerId !== reportedId)))
    throw new ApiError('not_found');
  const key = `person:${reportedId}:${reason}`;
  const before = await reports(deps.db).findOne({ reporterId, key }).lean();
  if (before) return { report: openReport(deps, before), isNew: false };
  const { proposedDate, location, activity, message, status } = offer ?? {};
  const evidence = offer ? { proposedDate, location, activity, message, status } : {};
  const filing = { key, offerId: offerId ?? null, reporterId, reportedId, reportType: reason };
  return inTurn(deps, reporterId, async () => {
    await limitToday(deps, reporterId);
    return keep(deps, { ...filing, description, evidence: evidence as Evidence });
  });
}

/** The kind that cannot wait comes first. */
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

/** Reports that wait for a decision or for one on an appeal, the most serious kind first and the oldest first within a kind; or all of them. */
export async function listReports(deps: Needs, { all = false } = {}): Promise<OpenReport[]> {
  const found = (await reports(deps.db).find().sort({ createdAt: 1 }).lean()).map((each) =>
    openReport(deps, each),
  );
  return found
    .filter((report) => all || report.decision === null || isAppealed(report))
    .toSorted((a, b) => SEVERITY[a.reportType] - SEVERITY[b.reportType]);
}

/** A report by its id, or null. */
export async function findReport(deps: Needs, id: string): Promise<OpenReport | null> {
  const found = await reports(deps.db).findById(id).lean();
  return found && openReport(deps, found);
}

/** How many reports about a person were upheld, for whoever decides the next one. */
export const upheldAgainst = async ({ db }: Pick<Deps, 'db'>, reportedId: string): Promise<number> =>
  reports(db).countDocuments({ reportedId, 'decision.outcome': 'upheld' });

/** The reports a student made, newest first. */
export async function reportsBy(deps: Needs, reporterId: string): Promise<OpenReport[]> {
  const found = await reports(deps.db).find({ reporterId }).sort({ createdAt: -1, _id: -1 }).lean();
  return found.map((each) => openReport(deps, each));
}
