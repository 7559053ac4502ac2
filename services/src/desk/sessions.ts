import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import mongoose from 'mongoose';
import { deriveKey } from '../infra/derive-key';
import type { Deps } from '../resources/resource';
import { deskSessions, type DeskSessionRecord } from '../resources/safety/desk.model';
import { operatorNames } from '../resources/safety/operators';
import { DeskError } from './desk-error';

/** A desk nobody sits at is closed after this long. */
export const IDLE_MINUTES = 15;
/** A shift; then both factors again. */
const FULL_HOURS = 8;
/** For typing the second factor. */
const CODE_MINUTES = 10;
const MINUTE_MS = 60_000;

export interface DeskPlace {
  readonly deps: Deps;
  /** Names of operators by address, as the setting has them. */
  readonly operators: ReadonlyMap<string, string>;
  /** The desk's own origin; asked for late, because its port may be any. */
  readonly origin: () => string;
}

export interface DeskActor {
  readonly operator: string;
  readonly stage: DeskSessionRecord['stage'];
  readonly session: DeskSessionRecord;
}

const isSecure = ({ origin }: DeskPlace) => origin().startsWith('https:');
/** A browser takes __Host- from our own host by https only, without a domain. */
const cookieName = (place: DeskPlace) => (isSecure(place) ? '__Host-flint-desk' : 'flint-desk');

const idOf = ({ deps }: DeskPlace, token: string) =>
  createHmac('sha256', deriveKey(deps.secret, 'desk-sessions')).update(token).digest('base64url');

function writeCookie(ctx: Context, place: DeskPlace, token: string, seconds: number): void {
  const secure = isSecure(place) ? '; Secure' : '';
  ctx.set(
    'set-cookie',
    `${cookieName(place)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Names of those who are operators now: in the setting, and in the list that operators keep. */
export async function operatorsNow({ deps, operators }: DeskPlace): Promise<string[]> {
  const listed = new Set(await operatorNames(deps));
  return [...operators.values()].filter((name) => listed.has(name)).toSorted();
}

/** Begins a session, or the next stage of one, always under a new cookie. */
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

/** Ends one session. */
export const dropSession = async ({ deps }: DeskPlace, { _id }: DeskSessionRecord): Promise<void> =>
  void (await deskSessions(deps.db).deleteOne({ _id }));

/** Makes the browser forget its cookie. */
export const forgetCookie = (ctx: Context, place: DeskPlace): void => writeCookie(ctx, place, '', 0);

/**
 * Who asks, by the cookie: refused when there is no session, when it is over by time or by nobody sitting there, and when the operator is
 * none any more. `isBackground`: the page asked by itself, which keeps nobody signed in.
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
