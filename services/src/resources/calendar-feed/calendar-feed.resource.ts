import { randomBytes } from 'node:crypto';
import { API_BASE, ROUTES } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import { createMemoryLimit, READS, refuseBeyond } from '../../http/rate-limit';
import { onDuplicate } from '../../infra/duplicate-key';
import { tokenHash } from '../../infra/token-hash';
import { textsIn } from '../../texts/index';
import { feedOf } from '../offers/index';
import { loadProfile } from '../profile/index';
import type { Resource } from '../resource';
import { isBannedNow } from '../sign-in/index';
import { calendarFeeds } from './calendar-feed.model';

/** Path of the feeds. Anyone with the address can read when and where this student has dates. */
const FEED_PATH = `${API_BASE}/calendars`;

/** A secret address that a calendar app polls for a student's dates, without names. One per student; the student can end it at any time. */
export const calendarFeed: Resource = {
  name: 'calendar-feed',
  routes(api, deps) {
    const { db, clock, env } = deps;
    api.bind(ROUTES.readCalendarFeed, async ({ actor }) => {
      const found = await calendarFeeds(db).findById(actor.userId).lean();
      return { since: found?.createdAt.toISOString() ?? null };
    });
    api.bind(ROUTES.makeCalendarFeed, async ({ actor: { userId } }) => {
      const token = randomBytes(24).toString('base64url');
      const made = { token: tokenHash(token), createdAt: clock.now() };
      const replace = () => calendarFeeds(db).updateOne({ _id: userId }, { $set: made }, { upsert: true });
      // of two created at once, the later one is valid
      await replace().catch(onDuplicate(replace));
      return { url: new URL(`${FEED_PATH}/${token}.ics`, env.PUBLIC_URL).href };
    });
    api.bind(ROUTES.endCalendarFeed, async ({ actor }) => {
      await calendarFeeds(db).deleteOne({ _id: actor.userId });
      return null;
    });
  },
  mount(router, deps) {
    const count = createMemoryLimit(READS, deps.clock);
    router.get(`${FEED_PATH}/:token.ics`, async (ctx) => {
      const feed = await calendarFeeds(deps.db)
        .findOne({ token: tokenHash(ctx.params.token ?? '') })
        .lean();
      if (feed) refuseBeyond(await count(feed._id));
      const reader = feed && (await loadProfile(deps, feed._id));
      if (!reader || (await isBannedNow(deps, feed._id))) throw new ApiError('not_found');
      ctx.set({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      ctx.type = 'text/calendar; charset=utf-8';
      ctx.body = await feedOf(deps, feed._id, textsIn(reader.language));
    });
  },
  exportUser: async (userId, { db }) => {
    const found = await calendarFeeds(db).findById(userId).lean();
    return { calendarFeedSince: found?.createdAt ?? null };
  },
  async eraseUser(userId, { db }) {
    await calendarFeeds(db).deleteOne({ _id: userId });
  },
};
