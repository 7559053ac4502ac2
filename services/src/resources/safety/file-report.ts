import { GRAVE_REASONS, LIMITS, WORDING, type BodyOf, type ROUTES } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import type { Catalogue } from '@flint/texts/catalogue';
import { trusted } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { plainText } from '../../infra/plain-text';
import { randomId } from '../../infra/random-id';
import { offerFacts, reportableOffer, type OfferFacts } from '../offers/index';
import { personOf } from '../profile/index';
import type { Deps } from '../resource';
import { blockPerson } from './block-person';
import { followMailbox } from './follow-mailbox';
import { sendReportReceipt } from './letters';
import { isGone, whoNow, type Acting } from './marks';
import { notifyOperators } from './notify-operators';
import { reports, type Evidence, type OfferEvidence } from './report.model';
import { findReport, SEVERITY } from './reports';
import {
  changeReport,
  insertReport,
  openReport,
  sealFor,
  type NewReport,
  type OpenReport,
} from './sealed-report';
import { standingOf } from './standing';
import { takeTurn } from './turn';
import type { Unit } from './unit-of-work';

/** Prefix of the keys of reports about an offer; these are limited to one per offer instead of per day. */
const OFFER_KEY = 'offer:';
/** The key of reports about a person, by the account that was named: one of another account of the mailbox is another case. */
const personKey = (account: string) => `person:${account}`;

/** Reports per day for a student with false reports. */
const DISTRUSTED_PER_DAY = 2;
/** Number of false reports from which a student's reports are limited and marked. */
export const DISTRUSTED_FROM = 2;

/** Throws 429 beyond the daily limit. Counts stored reports, so repeats of one report are free. */
async function limitToday(deps: Deps, reporterId: string, { session }: Unit): Promise<void> {
  const { falseReports } = await standingOf(deps, reporterId, session);
  const max = falseReports >= DISTRUSTED_FROM ? DISTRUSTED_PER_DAY : LIMITS.reportsPerDay;
  const now = deps.clock.now().getTime();
  const recent = await reports(deps.db)
    .find({ reporterId, createdAt: trusted({ $gt: new Date(now - DAY_MS) }) })
    .select({ key: 1, createdAt: 1 })
    .sort({ createdAt: -1 })
    .session(session)
    .lean();
  const today = recent.filter(({ key }) => !key.startsWith(OFFER_KEY));
  const oldest = today[max - 1];
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.createdAt.getTime() + DAY_MS - now) / 1000);
  throw new ApiError('rate_limited', { retryAfterSeconds });
}

/** Throws 400 for a text, of this field, that nobody can see (spec 5). */
export function demandDetails(pointer: '/description' | '/text', text: string): void {
  if (plainText(text) !== '') return;
  throw new ApiError('validation_failed', { errors: [{ pointer, detail: WORDING.reportDetails }] });
}

/** Stores the mail about a new report or reason: to the operators, and to the reporter. */
async function acknowledge(deps: Deps, report: OpenReport, unit: Unit): Promise<OpenReport> {
  await notifyOperators(deps, report, 'A safety report', unit);
  await sendReportReceipt(deps, report, unit);
  return report;
}

/** Most texts of one report; the first one for a reason is always added. */
const TEXTS_MAX = 10;
/** What separates the texts of a report: each that was added begins with its reason. */
const ADDED = /\n\n(?=[a-z_]+: )/;

/** Whether a report has this reason and these words already. */
const isRepeat = (
  { reportType, reasons = [reportType], description }: OpenReport,
  said: Pick<NewReport, 'reportType' | 'description'>,
): boolean => reasons.includes(said.reportType) && description.includes(said.description);

/** Adds to an open report what is new: a reason, an offer, a text. */
async function addToReport(
  deps: Deps,
  report: OpenReport,
  { reportType, description, evidence }: NewReport,
  unit: Unit,
): Promise<OpenReport> {
  const { id, reasons = [report.reportType], reportedId } = report;
  const { offers: before, ...known } = report.evidence;
  // an account that was deleted while this report was written leaves no card
  const card = isGone(reportedId) ? {} : { ...evidence, ...known };
  const isNewReason = !reasons.includes(reportType);
  const offers = evidence.offers.filter(({ offerId }) => !before.some((each) => each.offerId === offerId));
  const isNewText =
    isNewReason ||
    (!isRepeat(report, { reportType, description }) && report.description.split(ADDED).length < TEXTS_MAX);
  if (!isNewText && offers.length === 0) return report;
  const isGraver = SEVERITY[reportType] < SEVERITY[report.reportType];
  const texts = [report.description, isNewText && `${reportType}: ${description}`]
    .filter(Boolean)
    .join('\n\n');
  const change = {
    ...(isGraver && { reportType }),
    ...(isNewReason && { reasons: [...reasons, reportType] }),
    description: sealFor(deps, id, 'description', texts),
    evidence: sealFor(deps, id, 'evidence', { ...card, offers: [...before, ...offers] }),
  };
  await changeReport(deps, id, change, unit);
  const added = (await findReport(deps, id, unit.session))!;
  // one mail for each reason and offer: an open case waits in the queue
  if (isNewReason || offers.length > 0) await acknowledge(deps, added, unit);
  return added;
}

/** Adding seals words and offers again: those that no key opens now may be opened once the key is back. */
const canAdd = ({ damaged }: OpenReport): boolean => damaged.length === 0;

/** Stores a report, or adds it to one of these open ones of the same student. */
async function insertOrAdd(
  deps: Deps,
  report: NewReport,
  open: readonly OpenReport[],
  unit: Unit,
): Promise<OpenReport> {
  const known = open.find(canAdd);
  if (known) return addToReport(deps, known, report, unit);
  const key = open.length > 0 ? `${report.key}:${randomId()}` : report.key;
  return acknowledge(deps, await insertReport(deps, { ...report, key }, unit), unit);
}

/** The student's open reports of the same account: one, and others that cannot be read. */
async function findOpen(
  deps: Deps,
  { reporterId, key }: NewReport,
  { session }: Unit,
): Promise<OpenReport[]> {
  const open = await reports(deps.db).find({ reporterId, decision: null }).session(session).lean();
  const found = open.filter((each) => each.key === key || each.key.startsWith(`${key}:`));
  return found.map((each) => openReport(deps, each));
}

interface Reporter {
  readonly actor: Acting;
  /** In the reporter's language. */
  readonly texts: Catalogue;
}

type Filing = Omit<NewReport, 'isUnnamed' | 'evidence'> &
  Reporter & {
    /** The person's id as the reporter knows it. */
    readonly userId: string;
    readonly offer: OfferFacts | null;
  };

/** A copy of an offer, with the author of each of its texts. An offer whose other side has left does not name them: it may be another person. */
function evidenceOf(offer: OfferFacts): OfferEvidence {
  const { offerId, isSender, isPlaceOwn, proposedDate, location, activity, message, reply, status } = offer;
  const other = offer.partnerId === null ? null : 'about';
  const authorIf = (isReporter: boolean) => (isReporter ? 'reporter' : other);
  const texts = { location, activity, message, reply };
  return { offerId, proposedDate, status, ...texts, by: authorIf(isSender), placeBy: authorIf(isPlaceOwn) };
}

/**
 * Stores a report, or what it adds to an earlier one, with the mail about it, and keeps the two apart: all in one transaction. A repeat keeps
 * them apart again.
 */
async function file(
  deps: Deps,
  { userId, offer, texts, actor, ...filing }: Filing,
  store: (report: NewReport, unit: Unit) => Promise<OpenReport>,
): Promise<OpenReport> {
  const { reporterId, reportedId } = filing;
  const person = (await personOf(deps, [reportedId], texts)).get(reportedId);
  // a student who left and returned is not named to a reporter who names the earlier account
  const isUnnamed = reportedId !== userId;
  const evidence: Evidence = {
    ...(person && { name: person.name, age: person.age }),
    offers: offer ? [evidenceOf(offer)] : [],
  };
  const cut = { by: reporterId, email: actor.email, about: userId, reason: 'report' } as const;
  return blockPerson(deps, texts, cut, async (unit) => {
    await takeTurn(deps, reporterId, unit.session);
    const filed = await store({ ...filing, evidence, isUnnamed }, unit);
    unit.afterwards.push(() => followMailbox(deps, filed));
    return filed;
  });
}

/**
 * Stores the recipient's report of a completed offer (S6.3.2, S5.12.1); one per offer, to which a repeat adds its words. A decided one is in no
 * queue, and one that cannot be read takes no words: what comes then is a report of the person, while the answer stays the first one.
 */
export async function fileReport(
  deps: Deps,
  { actor, texts }: Reporter,
  { offerId, reportType, description }: BodyOf<typeof ROUTES.reportOffer>,
): Promise<OpenReport> {
  demandDetails('/description', description);
  const reporterId = actor.userId;
  const offer = await reportableOffer(deps, reporterId, offerId);
  const { partnerId: userId } = offer;
  // of a deleted account: its mailbox, and so its current or next account
  const { mark, now: reportedId, account } = await whoNow(deps, userId);
  if (!mark) throw new ApiError('report_not_allowed');
  const key = OFFER_KEY + offerId;
  const about = { key, offerId, reporterId, reportedId, userId, reportType };
  return file(deps, { ...about, description, offer, actor, texts }, async (report, unit) => {
    const known = await reports(deps.db).findOne({ reporterId, key }).session(unit.session).lean();
    const first = known && openReport(deps, known);
    if (!first || (!first.decision && canAdd(first)))
      return insertOrAdd(deps, report, first ? [first] : [], unit);
    if (isRepeat(first, report)) return first;
    const late = { ...report, key: personKey(account) };
    // without a limit: there is one until it is decided
    const filed = await insertOrAdd(deps, late, await findOpen(deps, late, unit), unit);
    unit.afterwards.push(() => followMailbox(deps, filed));
    return first;
  });
}

/**
 * Stores a report of a person, by either side at any time; one per account until it is decided, to which further reasons, offers and texts are added. A person who
 * blocked the reporter, is deleted or came back gives the same answer as anybody else. Throws 404 for oneself, for an id that nobody had and for
 * an offer that is not between the two, 400 if the reason needs details, 429 beyond the daily limit.
 */
export async function filePersonReport(
  deps: Deps,
  { actor, texts }: Reporter,
  { userId, offerId, reason, description = '' }: BodyOf<typeof ROUTES.reportPerson>,
): Promise<OpenReport> {
  const reporterId = actor.userId;
  if (userId === reporterId) throw new ApiError('not_found');
  if (!GRAVE_REASONS.includes(reason)) demandDetails('/description', description);
  const named = offerId ? await offerFacts(deps, reporterId, offerId) : null;
  // after the partner's account was deleted, the offer does not name them
  if (offerId && (named === null || (named.partnerId !== null && named.partnerId !== userId)))
    throw new ApiError('not_found');
  // a report of a deleted account is about its mailbox, and so about its current or next account
  const { mark, now: reportedId, account } = await whoNow(deps, userId);
  if (!mark) throw new ApiError('not_found');
  // such an offer is not of an account that exists; a refusal would tell who has left
  const offer = named?.partnerId === null && reportedId === userId ? null : named;
  const key = personKey(account);
  const about = { key, offerId: offer?.offerId ?? null, reporterId, reportedId, userId, reportType: reason };
  return file(deps, { ...about, description, offer, actor, texts }, async (report, unit) => {
    const open = await findOpen(deps, report, unit);
    if (!open.some(canAdd)) await limitToday(deps, reporterId, unit);
    return insertOrAdd(deps, report, open, unit);
  });
}
