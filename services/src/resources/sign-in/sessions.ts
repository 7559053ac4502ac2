import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import type { Deps } from '../resource';
import type { BrowserName } from './browser-name';
import { decodeRefreshToken, encodeRefreshToken } from './refresh-token';
import { Refusal, validationFailed } from './refusal';
import { INACTIVE_SECONDS, LIFE_SECONDS, sessions, type Session } from './session.model';
import { users } from './user.model';

/** How long other processes may accept an ended session. With the interval of the event stream's checks this keeps the promise of 5 s. */
const LIVE_FOR_MS = 4_000;
/** For this long, the previous refresh token counts as a second tab's (decisions/004). */
const REUSE_MS = 10_000;

/** A browser that signs in more often loses what the first of its sessions issued. */
const BEFORE_MAX = 100;

const isTooOld = ({ createdAt }: Pick<Session, 'createdAt'>, now: number) =>
  now - createdAt.getTime() > LIFE_SECONDS * 1000;

export type LogoutScope = 'global' | 'local' | 'others';

const refused = (code: string, detail: string) => new Refusal(400, code, `Invalid Refresh Token: ${detail}`);

/** Sign-in sessions: created once, refreshed often, ended in every process within LIVE_FOR_MS. */
export function createSessions({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>) {
  const model = sessions(db);
  /** Cached owners of sessions; null for an ended one. An entry ends by either clock: the wall clock may be set back. */
  const believed = new LRUCache<string, { readonly owner: string | null; readonly until: readonly number[] }>(
    {
      max: 50_000,
    },
  );
  const clocks = () => [clock.now().getTime(), performance.now()];

  /** Ends sessions in every process, with their tokens and links. */
  async function close(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await model.deleteMany({ _id: mongoose.trusted({ $in: [...ids] }) });
    for (const each of ids) believed.delete(each);
  }

  /** Ends what a session replaced, now that its browser uses it: a browser that lost the answer of the code goes on with the session it has. */
  const closeReplaced = ({ before = [] }: Pick<Session, 'before'>): Promise<void> => close(before);

  /** Ends sessions of a user. One ends with those that replaced it, because they would keep alive what it issued. */
  async function end(userId: string, scope: LogoutScope, sessionId = ''): Promise<void> {
    const all = await model.find({ userId }, { before: 1 }).lean();
    const ends = {
      global: () => true,
      others: (one) => one._id !== sessionId,
      local: (one) => one._id === sessionId || Boolean(one.before?.includes(sessionId)),
    } satisfies Record<LogoutScope, (one: Pick<Session, '_id' | 'before'>) => boolean>;
    await close(all.filter(ends[scope]).map(({ _id }) => _id));
  }

  /** Whether a lost answer may be repeated to the browser that requested it: once, unless a copy of the token is worth nothing elsewhere. */
  async function mayRepeat(
    presented: number,
    { _id, counter, device, isBound }: Session,
    browser: string | null,
  ) {
    if (counter - presented !== 1 || browser === null || device !== browser) return false;
    if (isBound) return true;
    const once = { _id, counter, repeatedAt: mongoose.trusted({ $ne: counter }) };
    return (await model.updateOne(once, { $set: { repeatedAt: counter } })).modifiedCount === 1;
  }

  /** Handles an already refreshed token: from a second tab, or a client that lost the answer; otherwise it counts as stolen. */
  async function reuse(
    presented: number,
    session: Session,
    { now, browser }: { now: Date; browser: string | null },
  ): Promise<Session> {
    if (presented > session.counter)
      throw validationFailed('Invalid Refresh Token: Not Issued By This Server');
    const isSecondTab = now.getTime() - session.refreshedAt.getTime() < REUSE_MS;
    if (isSecondTab || (await mayRepeat(presented, session, browser))) return session;
    await end(session.userId, 'local', session._id);
    throw refused('refresh_token_already_used', 'Already Used');
  }

  const isBanned = async (userId: string) => {
    const bannedUntil = mongoose.trusted({ $gt: clock.now() });
    return (await users(db).exists({ _id: userId, bannedUntil })) !== null;
  };

  async function lookUp(sessionId: string): Promise<string | null> {
    const asked = clocks();
    const found = await model.findById(sessionId, { userId: 1, createdAt: 1, before: 1 }).lean();
    const stands = found && !isTooOld(found, asked[0]!) && !(await isBanned(found.userId));
    if (stands && !believed.has(sessionId)) await closeReplaced(found);
    const owner = stands ? found.userId : null;
    believed.set(sessionId, { owner, until: asked.map((at) => at + LIVE_FOR_MS) });
    return owner;
  }

  return {
    /**
     * Starts a session, whose first use ends this browser's previous one, which it replaces. `device` is the browser's own id; a browser that
     * sent it keeps cookies, so its session can be bound to it.
     */
    async start(
      userId: string,
      { device, isBound }: { readonly device: string; readonly isBound: boolean },
      name: BrowserName,
    ): Promise<Session> {
      const now = clock.now();
      const times = { refreshedAt: now, createdAt: now };
      const replaced = await model.find({ userId, device }, { before: 1 }).lean();
      const before = replaced.flatMap((one) => [...(one.before ?? []), one._id]).slice(-BEFORE_MAX);
      const of = { _id: randomUUID(), userId, device, isBound, before };
      const session = { ...of, counter: 0, ...times, repeatedAt: null, ...name };
      await model.create(session);
      return session;
    },

    /** The session of a refresh token, with its counter raised; unchanged for a repeated token. */
    async refresh(token: string, browser: string | null): Promise<Session> {
      const claims = decodeRefreshToken(token, secret);
      if (!claims) {
        throw /^[a-z0-9]{12}$/.test(token)
          ? refused('refresh_token_not_found', 'Refresh Token Not Found')
          : validationFailed('Refresh token is not valid');
      }
      const { sessionId: _id, counter } = claims;
      const now = clock.now();
      const before = await model.findById(_id).lean();
      // a script can read the token, but not the browser's cookie: elsewhere a copy is worth nothing
      const isElsewhere = before?.isBound && before.device !== browser;
      if (!before || isElsewhere) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
      if (now.getTime() - before.refreshedAt.getTime() > INACTIVE_SECONDS * 1000) {
        throw refused('session_expired', 'Session Expired (Inactivity)');
      }
      if (isTooOld(before, now.getTime())) {
        await close([_id]);
        throw refused('session_expired', 'Session Expired');
      }
      const moved = await model
        .findOneAndUpdate(
          { _id, counter },
          { $inc: { counter: 1 }, $set: { refreshedAt: now } },
          { returnDocument: 'after' },
        )
        .lean();
      if (moved) {
        await closeReplaced(moved);
        return moved;
      }
      const current = await model.findById(_id).lean();
      if (!current) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
      return reuse(counter, current, { now, browser });
    },

    refreshTokenOf: ({ _id, counter }: Session) => encodeRefreshToken({ sessionId: _id, counter }, secret),

    /** Whether a session is live, by a cache that reads the database at most every LIVE_FOR_MS per session. */
    isLive(sessionId: string, userId: string): boolean | Promise<boolean> {
      const known = believed.get(sessionId);
      if (known && clocks().every((now, i) => now < known.until[i]!)) return known.owner === userId;
      return lookUp(sessionId).then((owner) => owner === userId);
    },

    /** The same from the database. */
    async exists(sessionId: string, userId: string): Promise<boolean> {
      const found = await model.findOne({ _id: sessionId, userId }, { before: 1 }).lean();
      if (found) await closeReplaced(found);
      return found !== null;
    },

    end,

    /**
     * Ends a session that its browser has left, with all it issued. One that replaced it stands: where the sign-out arrives late, the student has
     * signed in again since.
     */
    async leave(userId: string, sessionId: string): Promise<void> {
      const left = await model.findById(sessionId, { before: 1 }).lean();
      const before = [...(left?.before ?? []), sessionId];
      await model.updateMany({ userId, before: sessionId }, { $pullAll: { before } });
      await close([sessionId]);
    },

    /** A user's live sessions, the last used first. */
    async list(userId: string): Promise<Session[]> {
      const now = clock.now().getTime();
      const found = await model.find({ userId }).sort({ refreshedAt: -1 }).lean();
      return found.filter(
        (one) => !isTooOld(one, now) && now - one.refreshedAt.getTime() <= INACTIVE_SECONDS * 1000,
      );
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
