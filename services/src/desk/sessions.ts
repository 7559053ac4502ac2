import { randomBytes } from 'node:crypto';
import { OPERATOR_HEADER } from '@flint/contracts/desk';
import { MINUTE_MS } from '@flint/contracts/time';
import type { Context } from 'koa';
import mongoose from 'mongoose';
import { keyedHash } from '../infra/keyed-hash';
import type { Deps } from '../resources/resource';
import { deskSessions, type DeskSessionRecord } from '../resources/safety/desk.model';
import { operatorNames } from '../resources/safety/operators';
import { DeskError } from './desk-error';

/** A session without activity ends after this. */
export const IDLE_MINUTES = 15;
/** A session ends after one shift; then both factors are required again. */
const FULL_HOURS = 8;
/** Time to enter the second factor. */
const CODE_MINUTES = 10;

export interface DeskPlace {
  readonly deps: Deps;
  /** Names of operators by address, from the setting. */
  readonly operators: ReadonlyMap<string, string>;
  /** The desk's origin; a function, because the port may not be known yet. */
  readonly origin: () => string;
}

export interface DeskActor {
  readonly operator: string;
  readonly stage: DeskSessionRecord['stage'];
  readonly session: DeskSessionRecord;
}

export const isSecure = ({ origin }: DeskPlace) => origin().startsWith('https:');
/** A browser accepts __Host- cookies only by https from our own host, without a domain. */
const cookieName = (place: DeskPlace) => (isSecure(place) ? '__Host-flint-desk' : 'flint-desk');

const idOf = ({ deps }: DeskPlace, token: string) => keyedHash(deps, 'desk-sessions', token);

function writeCookie(ctx: Context, place: DeskPlace, token: string, seconds: number): void {
  const secure = isSecure(place) ? '; Secure' : '';
  ctx.set(
    'set-cookie',
    `${cookieName(place)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Names of the current operators: in the setting and in the stored list. */
export async function operatorsNow({ deps, operators }: DeskPlace): Promise<string[]> {
  const listed = new Set(await operatorNames(deps));
  return [...operators.values()].filter((name) => listed.has(name)).toSorted();
}

/** Starts a session or its next stage, always with a new cookie. */
export async function beginSession(
  ctx: Context,
  place: DeskPlace,
  operator: string,
  stage: DeskSessionRecord['stage'],
): Promise<DeskSessionRecord> {
  const { db, clock } = place.deps;
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const lifeMs = stage === 'full' ? FULL_HOURS * 60 * MINUTE_MS : CODE_MINUTES * MINUTE_MS;
  const session: DeskSessionRecord = {
    _id: idOf(place, token),
    operator,
    stage,
    pending: null,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  };
  await deskSessions(db).create(session);
  writeCookie(ctx, place, token, lifeMs / 1000);
  return session;
}

export const dropSession = async ({ deps }: DeskPlace, { _id }: DeskSessionRecord): Promise<void> =>
  void (await deskSessions(deps.db).deleteOne({ _id }));

/** Deletes the cookie in the browser. */
export const deleteCookie = (ctx: Context, place: DeskPlace): void => writeCookie(ctx, place, '', 0);

/**
 * The operator of the cookie. Throws if there is no session, if it expired or was idle too long, if the page shows another operator, and if
 * the operator was removed.
 * `isBackground`: a request the page made by itself, which does not count as activity.
 */
export async function authenticateOperator(
  ctx: Context,
  place: DeskPlace,
  isBackground: boolean,
): Promise<DeskActor> {
  const { db, clock } = place.deps;
  const token = ctx.cookies.get(cookieName(place));
  if (!token) throw new DeskError('signed_out');
  const session = await deskSessions(db).findById(idOf(place, token)).lean<DeskSessionRecord>();
  if (!session) throw new DeskError('session_over');
  const shown = ctx.get(OPERATOR_HEADER);
  if (shown !== '' && shown !== encodeURIComponent(session.operator)) throw new DeskError('other_operator');
  const now = clock.now();
  const idleSince = new Date(now.getTime() - IDLE_MINUTES * MINUTE_MS);
  if (session.expiresAt <= now || session.seenAt < idleSince) {
    await dropSession(place, session);
    throw new DeskError('session_over');
  }
  const { operator, stage } = session;
  if (!(await operatorsNow(place)).includes(operator)) {
    await deskSessions(db).deleteMany({ operator });
    throw new DeskError('removed');
  }
  if (!isBackground)
    await deskSessions(db).updateOne(
      { _id: session._id, seenAt: mongoose.trusted({ $lt: now }) },
      { $set: { seenAt: now } },
    );
  return { operator, stage, session };
}
