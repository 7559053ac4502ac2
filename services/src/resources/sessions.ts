import { ROUTES, type SignedInSession } from '@flint/contracts';
import type { Actor } from '../http/session';
import { endAlertsElsewhere, pruneEndedBrowsers } from './alerts/index';
import type { Deps, Resource } from './resource';
import { endHostedSessions, isHosted, signInOf, type Session } from './sign-in/index';

const shown = ({ _id, browser, system, createdAt, refreshedAt }: Session, own: string): SignedInSession => ({
  id: _id,
  // absent in sessions of older versions
  browser: browser ?? null,
  system: system ?? null,
  createdAt: createdAt.toISOString(),
  lastUsedAt: refreshedAt.toISOString(),
  isThis: _id === own,
});

/** A hosted project lists no session but the current one. */
function onlyThis({ clock }: Deps, { sessionId, provenAt }: Actor): SignedInSession {
  const now = clock.now();
  const since = provenAt === null ? now : new Date(provenAt);
  const times = { createdAt: since.toISOString(), lastUsedAt: now.toISOString() };
  return { id: sessionId, browser: null, system: null, ...times, isThis: true };
}

/** The routes that list a student's sessions and end them, with the alerts of their browsers. */
export const ownSessions: Resource = {
  name: 'sessions',
  routes(api, deps) {
    const { sessions } = signInOf(deps);
    api.bind(ROUTES.listSessions, async ({ actor }) => {
      if (isHosted(deps)) return { items: [onlyThis(deps, actor)], nextCursor: null, isComplete: false };
      const all = (await sessions.list(actor.userId)).map((each) => shown(each, actor.sessionId));
      const items = all.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
      return { items, nextCursor: null, isComplete: true };
    });
    api.bind(ROUTES.endSession, async ({ actor, params }) => {
      if (!isHosted(deps)) await sessions.end(actor.userId, 'local', params.sessionId);
      await pruneEndedBrowsers(deps, actor.userId);
      return null;
    });
    api.bind(ROUTES.endOtherSessions, async ({ actor, ctx }) => {
      if (isHosted(deps)) {
        await endHostedSessions(deps, ctx.get('authorization'));
        await endAlertsElsewhere(deps, actor);
      } else {
        await sessions.end(actor.userId, 'others', actor.sessionId);
        await pruneEndedBrowsers(deps, actor.userId);
      }
      return null;
    });
  },
};
