import { createHash } from 'node:crypto';
import { ROUTES } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import { enforceLimit } from '../../http/rate-limit';
import { escapeHtml } from '@flint/contracts/escape-html';
import { longTime } from '../../infra/long-time';
import { inLanguage } from '../../matching/round/index';
import type { Deps, Resource } from '../resource';
import { sharedDates } from './shared-date.model';
import { readSharedDate, SHARED_PATH, shareDate, unshareDate, type ShownDate } from './shared-dates';

/** Each link is a row until six hours after its date. */
const LINKS_A_DAY = { name: 'date-links', max: 20, seconds: 86_400 };

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; }
.ticket { padding: 1.25rem; border-radius: 1.25rem; background: linear-gradient(160deg, #c2410c, #8f2f0a); color: #fff; overflow-wrap: anywhere; }
.ticket > p { margin: 0; font-size: 2.5rem; font-weight: 750; line-height: 1.1; } dl { margin: .75rem 0; }
dt { font-size: .875rem; } dd { margin: 0 0 .5rem; font-weight: 600; }
.ticket a { display: block; padding-top: 1rem; border-top: 2px dashed #fff6; color: inherit; font-weight: 600; text-align: center; }`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

function page({ env }: Deps, { sharer, partner, at, activity, location, notice, texts }: ShownDate): string {
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
  const title = t('{name}’s date', { name: sharer });
  return `<!doctype html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(env.APP_NAME)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(t('{name} shared a date with you', { name: sharer }))}</h1>
${notice ? `<p><strong>${escapeHtml(notice)}</strong></p>` : ''}
<div class="ticket"><p>${escapeHtml(short)}</p>
<dl>${rows.map(([term, text]) => (text ? `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>` : '')).join('')}</dl>
${location ? `<a href="${escapeHtml(map)}" rel="noreferrer noopener">${escapeHtml(t('Directions'))}</a>` : ''}</div>
<p>${t('Only people with this link can see this page. It expires a few hours after the date.')}</p></main></body></html>`;
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
      if (!date) throw new ApiError('not_found');
      ctx.set({
        'cache-control': 'no-store',
        'content-language': date.texts.language,
        'content-security-policy': POLICY,
        'x-robots-tag': 'noindex',
      });
      ctx.type = 'html';
      ctx.body = page(deps, date);
    });
  },
  exportUser: async (userId, { db }) => ({ links: await sharedDates(db).countDocuments({ userId }) }),
  async eraseUser(userId, { db }) {
    await sharedDates(db).deleteMany({ userId });
  },
};
