import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../resource';
import { decodeRefreshToken, encodeRefreshToken } from './refresh-token';
import { Refusal, validationFailed } from './refusal';
import { INACTIVE_SECONDS, sessions, type Session } from './session.model';

/** How long other processes may go on believing in a session that was ended; the promise is 60 s. */
const LIVE_FOR_MS = 10_000;
/** How long an older refresh token than the last is taken for a second tab's (auth-contract 2.3). */
const REUSE_MS = 10_000;

export type LogoutScope = 'global' | 'local' | 'others';

const refused = (code: string, detail: string) => new Refusal(400, code, `Invalid Refresh Token: ${detail}`);

/** Sign-in sessions: started once, refreshed many times, ended on every process within LIVE_FOR_MS. */
export function createSessions({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>) {
  const model = sessions(db);
  /** Whose a session is; null once it was ended. */
  const believed = new LRUCache<string, { readonly owner: string | null; readonly until: number }>({
    max: 50_000,
  });

  /** The token of the counter just before: the client failed to save the answer, or a second tab asked too. */
  async function reuse(presented: number, session: Session, now: Date): Promise<Session> {
    const behind = session.counter - presented;
    if (behind < 0) throw validationFailed('Invalid Refresh Token: Not Issued By This Server');
    if (behind > 1 && now.getTime() - session.refreshedAt.getTime() >= REUSE_MS) {
      await model.deleteOne({ _id: session._id });
      believed.delete(session._id);
      throw refused('refresh_token_already_used', 'Already Used');
    }
    await model.updateOne({ _id: session._id }, { $set: { refreshedAt: now } });
    return session;
  }

  async function lookUp(sessionId: string): Promise<string | null> {
    const now = clock.now().getTime();
    const owner = (await model.findById(sessionId, { userId: 1 }).lean())?.userId ?? null;
    believed.set(sessionId, { owner, until: now + LIVE_FOR_MS });
    return owner;
  }

  return {
    async start(userId: string): Promise<Session> {
      const now = clock.now();
      const session = { _id: randomUUID(), userId, counter: 0, refreshedAt: now, createdAt: now };
      await model.create(session);
      return session;
    },

    /** The session of a refresh token, moved on by one; or as it stands, for a token that was refreshed already. */
    async refresh(token: string): Promise<Session> {
      const claims = decodeRefreshToken(token, secret);
      if (!claims) {
        throw /^[a-z0-9]{12}$/.test(token)
          ? refused('refresh_token_not_found', 'Refresh Token Not Found')
          : validationFailed('Refresh token is not valid');
      }
      const { sessionId: _id, counter } = claims;
      const now = clock.now();
      const before = await model.findById(_id).lean();
      if (!before) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
      if (now.getTime() - before.refreshedAt.getTime() > INACTIVE_SECONDS * 1000) {
        throw refused('session_expired', 'Session Expired (Inactivity)');
      }
      const moved = await model
        .findOneAndUpdate(
          { _id, counter },
          { $inc: { counter: 1 }, $set: { refreshedAt: now } },
          { returnDocument: 'after' },
        )
        .lean();
      if (moved) return moved;
      const current = await model.findById(_id).lean();
      if (!current) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
      return reuse(counter, current, now);
    },

    refreshTokenOf: ({ _id, counter }: Session) => encodeRefreshToken({ sessionId: _id, counter }, secret),

    /** Whether a session still stands; looked up at most every LIVE_FOR_MS per session, and said at once in between. */
    isLive(sessionId: string, userId: string): boolean | Promise<boolean> {
      const known = believed.get(sessionId);
      if (known && known.until > clock.now().getTime()) return known.owner === userId;
      return lookUp(sessionId).then((owner) => owner === userId);
    },

    /** Without belief: the database's word. */
    exists: async (sessionId: string, userId: string): Promise<boolean> =>
      (await model.exists({ _id: sessionId, userId })) !== null,

    async end(userId: string, scope: LogoutScope, sessionId?: string): Promise<void> {
      const all = await model.find({ userId }, { _id: 1 }).lean();
      const isThis = ({ _id }: { _id: string }) => _id === sessionId;
      const ending = all.filter((one) => scope === 'global' || isThis(one) === (scope === 'local'));
      await Promise.all(ending.map(({ _id }) => model.deleteOne({ _id, userId })));
      for (const { _id } of ending) believed.delete(_id);
    },

    /** What is held about a user's sessions, for the export. */
    list: (userId: string) => model.find({ userId }, { _id: 0, createdAt: 1, refreshedAt: 1 }).lean(),
  };
}

export type Sessions = ReturnType<typeof createSessions>;
