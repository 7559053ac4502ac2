import type Router from '@koa/router';
import { ApiError } from '../../http/api-error';
import { escapeHtml } from '../../infra/escape-html';
import type { Deps } from '../resource';
import { chooseMail, UNSUBSCRIBE_PATH, unsubscribedBy } from './mail-choice';

const POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;

/**
 * One click in a mail client ends mail about offers (RFC 8058: POST). A plain visit only asks, because mail scanners open
 * every link.
 */
export function mountUnsubscribe(router: Router, deps: Deps): void {
  const app = escapeHtml(deps.env.APP_NAME);
  router.get(UNSUBSCRIBE_PATH, (ctx) => {
    if (!unsubscribedBy(deps, ctx.query)) throw new ApiError('not_found');
    ctx.set('content-security-policy', POLICY);
    ctx.type = 'html';
    ctx.body = page(
      'Stop mail about offers?',
      `<p>${app} will no longer mail you about offers. You still see them in the app.</p>
<form method="post"><button>Stop these mails</button></form>`,
    );
  });
  router.post(UNSUBSCRIBE_PATH, async (ctx) => {
    const userId = unsubscribedBy(deps, ctx.query);
    if (!userId) throw new ApiError('not_found');
    await chooseMail(deps, userId, false);
    ctx.set('content-security-policy', POLICY);
    ctx.type = 'html';
    ctx.body = page(
      'Done',
      '<p>No more mail about offers. You can switch it on again on the offers page.</p>',
    );
  });
}
