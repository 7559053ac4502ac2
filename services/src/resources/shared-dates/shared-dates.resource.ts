import { ROUTES } from '@flint/contracts';
import { message } from '@flint/texts/catalogue';
import type { Context } from 'koa';
import { enforceLimit } from '../../http/rate-limit';
import { showDeadLink, showPage } from '../../http/show-page';
import { escapeHtml } from '@flint/contracts/escape-html';
import { longTime } from '../../infra/long-time';
import { inLanguage } from '../../matching/round/index';
import type { Deps, Resource } from '../resource';
import { sharedDates } from './shared-date.model';
import { readSharedDate, SHARED_PATH, shareDate, unshareDate, type ShownDate } from './shared-dates';

/** Each link is a row until six hours after its date. */
const LINKS_A_DAY = { name: 'date-links', max: 20, seconds: 86_400 };

const STYLE = `.ticket { padding: 1.25rem; border-radius: 1.25rem; background: linear-gradient(160deg, #c2410c, #8f2f0a); color: #fff; overflow-wrap: anywhere; }
.ticket > p { margin: 0; font-size: 2.5rem; font-weight: 750; line-height: 1.1; } dl { margin: .75rem 0; }
dt { font-size: .875rem; } dd { margin: 0 0 .5rem; font-weight: 600; }
.ticket a { display: block; padding-top: 1rem; border-top: 2px dashed #fff6; color: inherit; font-weight: 600; text-align: center; }`;

function show(ctx: Context, { env }: Deps, date: ShownDate): void {
  const { sharer, partner, at, activity, location, notice, texts } = date;
  const { t } = texts;
  const when = longTime(at, texts, env.UNIVERSITY_TIMEZONE);
  const short = new Intl.DateTimeFormat(texts.locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: env.UNIVERSITY_TIMEZONE,
  }).format(at);
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(location ?? '')}`;
  const rows = [
    [t('When'), when],
    [t('Where'), location && inLanguage(location, texts)],
    [t('What'), activity && inLanguage(activity, texts)],
    [t('With'), partner],
  ] as const;
  const body = `${notice ? `<p><strong>${escapeHtml(notice)}</strong></p>` : ''}
<div class="ticket"><p>${escapeHtml(short)}</p>
<dl>${rows.map(([term, text]) => (text ? `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>` : '')).join('')}</dl>
${location ? `<a href="${escapeHtml(map)}" rel="noreferrer noopener">${escapeHtml(t('Directions'))}</a>` : ''}</div>
<p>${t('Only people with this link can see this page. It expires a few hours after the date.')}</p>`;
  showPage(ctx, texts, {
    title: `${t('{name}’s date', { name: sharer })} · ${env.APP_NAME}`,
    heading: t('{name} shared a date with you', { name: sharer }),
    body,
    style: STYLE,
  });
}

/** Links with which a student shows a friend an agreed date. */
export const sharedDatesResource: Resource = {
  name: 'shared-dates',
  routes(api, deps) {
    api.bind(ROUTES.shareDate, ({ actor, params, ctx }) =>
      shareDate(deps, actor.userId, params.id, () => enforceLimit(ctx, deps, LINKS_A_DAY, actor.userId)),
    );
    api.bind(ROUTES.unshareDate, async ({ actor, params }) => {
      await unshareDate(deps, actor.userId, params.id);
      return null;
    });
  },
  mount(router, deps) {
    router.get(`${SHARED_PATH}/:token`, async (ctx) => {
      const date = await readSharedDate(deps, ctx.params.token ?? '');
      if (date) show(ctx, deps, date);
      else
        showDeadLink(
          ctx,
          message('This link has ended'),
          message('Ask the person who sent it for a new one.'),
        );
    });
  },
  exportUser: async (userId, { db }) => ({ links: await sharedDates(db).countDocuments({ userId }) }),
  async eraseUser(userId, { db }) {
    await sharedDates(db).deleteMany({ userId });
  },
};
