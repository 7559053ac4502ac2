import { LIMITS, type DateSignal, type YourDate } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { trusted, type ClientSession } from 'mongoose';
import { ApiError } from '../../../http/api-error';
import { inTransaction } from '../../../infra/in-transaction';
import { cipherOf } from '../../../infra/field-cipher';
import { sealedField } from '../../../infra/sealed-fields';
import type { Deps } from '../../resource';
import { queueAlert } from '../alerts';
import { OfferChanged, ownOffer, type Found } from '../answers';
import { completionOf, isAgreed, otherSide, partnerIn, userAt } from '../thread';
import { touchThread } from '../threads';
import { dateNotes, type DateNote } from './date-note.model';

const idOf = (offerId: string, userId: string) => `${offerId}:${userId}`;
const placeOf = (id: string) => `offer_date_notes/${id}/line`;

export const SEALED_LINE = sealedField('offer_date_notes', 'line', placeOf);

const keptUntil = (proposedDate: Date) =>
  new Date(completionOf(proposedDate).getTime() + LIMITS.dateKeptHours * HOUR_MS);
const signalsFrom = (proposedDate: Date) =>
  new Date(proposedDate.getTime() - LIMITS.signalHoursBefore * HOUR_MS);

/** An agreed or past date of this student. Throws 404 for a date of others, and OfferChanged for an offer that is no date. */
async function ownDate(
  deps: Deps,
  userId: string,
  offerId: string,
  session: ClientSession | null = null,
): Promise<Found & { partnerId: string }> {
  const found = await ownOffer(deps, userId, offerId, session);
  const partnerId = userAt(found.thread, otherSide(found.side));
  if (!partnerId) throw new ApiError('not_found');
  const isDate = isAgreed(found.round) || found.round.status === 'completed';
  if (!isDate) throw new OfferChanged('offer_state_changed', found);
  return { ...found, partnerId };
}

/** The same, if it is not over. */
async function openDate(deps: Deps, userId: string, offerId: string, session: ClientSession) {
  const found = await ownDate(deps, userId, offerId, session);
  if (!isAgreed(found.round)) throw new OfferChanged('offer_state_changed', found);
  return found;
}

async function show(
  deps: Deps,
  userId: string,
  { round, partnerId }: Found & { partnerId: string },
): Promise<YourDate> {
  const ids = [idOf(round.id, userId), idOf(round.id, partnerId)] as const;
  const isOver = keptUntil(round.proposedDate) <= deps.clock.now();
  const found = isOver
    ? []
    : await dateNotes(deps.db)
        .find({ _id: trusted({ $in: [...ids] }) })
        .lean<DateNote[]>();
  const told = (id: string) => {
    const note = found.find(({ _id }) => _id === id);
    return {
      line: note?.line ? (cipherOf(deps).open(note.line, placeOf(id)) as string) : null,
      signals: (note?.signals ?? []).map(({ kind, at }) => ({ kind, at: at.toISOString() })),
    };
  };
  return {
    own: told(ids[0]),
    partner: told(ids[1]),
    signalsFrom: signalsFrom(round.proposedDate).toISOString(),
    signalsUntil: completionOf(round.proposedDate).toISOString(),
  };
}

/** Both people's notes about a date. Throws as `ownDate` does. */
export async function readDate(deps: Deps, userId: string, offerId: string): Promise<YourDate> {
  return show(deps, userId, await ownDate(deps, userId, offerId));
}

/** Signals to this student about near dates, by offer; without the lines. */
export async function signalsTo(
  { db, clock }: Deps,
  userId: string,
  shown: readonly Pick<Found, 'thread' | 'round'>[],
): Promise<ReadonlyMap<string, readonly DateSignal[]>> {
  const now = clock.now();
  const ids = shown.flatMap(({ thread, round }) => {
    const partnerId = partnerIn(thread, userId);
    const isNear = isAgreed(round) && signalsFrom(round.proposedDate) <= now;
    return isNear && partnerId ? [idOf(round.id, partnerId)] : [];
  });
  if (ids.length === 0) return new Map();
  const found = await dateNotes(db)
    .find({ _id: trusted({ $in: ids }) }, { offerId: 1, signals: 1 })
    .lean<Pick<DateNote, 'offerId' | 'signals'>[]>();
  return new Map(
    found.flatMap(({ offerId, signals }) =>
      signals.length > 0 ? [[offerId, signals.map(({ kind }) => kind)] as const] : [],
    ),
  );
}

/**
 * Changes the student's own note of a date, and creates it if needed; nothing if `changeOf` returns null. The note is written
 * in the thread's transaction, with the alert of a signal: a date that is called off meanwhile gets neither. Throws as `openDate` does.
 */
async function changeNote(
  deps: Deps,
  userId: string,
  offerId: string,
  changeOf: (found: Found, note: DateNote | null) => object | null,
  signal?: DateSignal,
): Promise<YourDate> {
  const _id = idOf(offerId, userId);
  const written = await inTransaction(deps.db, async (session) => {
    const found = await openDate(deps, userId, offerId, session);
    const note = await dateNotes(deps.db).findById(_id).session(session).lean<DateNote>();
    const change = changeOf(found, note);
    if (change === null) return found;
    const { proposedDate: date } = found.round;
    const $setOnInsert = { offerId, userId, expiresAt: keptUntil(date) };
    await dateNotes(deps.db).updateOne({ _id }, { ...change, $setOnInsert }, { upsert: true, session });
    await touchThread(deps, found.thread, session);
    if (signal) await queueAlert(deps, { to: found.partnerId, what: signal, offerId, date }, session);
    return found;
  });
  return show(deps, userId, written);
}

/** Stores how to recognize this student. It can be changed but not removed, until the date is over. */
export async function saveLine(
  deps: Deps,
  userId: string,
  offerId: string,
  line: string | null,
): Promise<YourDate> {
  const sealed = line && cipherOf(deps).seal(line, placeOf(idOf(offerId, userId)));
  return changeNote(deps, userId, offerId, () => ({ $set: { line: sealed || null } }));
}

/** Sends a signal with its alert; each is sent once per date. */
export const sendSignal = (
  deps: Deps,
  userId: string,
  offerId: string,
  kind: DateSignal,
): Promise<YourDate> => {
  const changeOf = ({ round }: Found, note: DateNote | null) => {
    const at = deps.clock.now();
    if (at < signalsFrom(round.proposedDate)) throw new ApiError('date_not_now');
    const isSent = note?.signals.some((each) => each.kind === kind);
    return isSent ? null : { $push: { signals: { kind, at } } };
  };
  return changeNote(deps, userId, offerId, changeOf, kind);
};

/** Erases this student's notes. */
export async function eraseOwnNotes({ db }: Deps, userId: string): Promise<void> {
  await dateNotes(db).deleteMany({ userId });
}

/** This student's notes, for the export. */
export async function exportDateNotes(deps: Deps, userId: string): Promise<Map<string, object>> {
  const found = await dateNotes(deps.db).find({ userId }).lean<DateNote[]>();
  return new Map(
    found.map(({ _id, offerId, line, signals }) => [
      offerId,
      { line: line && cipherOf(deps).open(line, placeOf(_id)), signals },
    ]),
  );
}
