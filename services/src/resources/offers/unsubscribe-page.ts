import { message, type Catalogue } from '@flint/texts/catalogue';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { escapeHtml } from '@flint/contracts/escape-html';
import { showDeadLink, showPage } from '../../http/show-page';
import { erasedAt } from '../erased-accounts';
import { loadProfile } from '../profile/index';
import { textsIn } from '../../texts/index';
import type { Deps } from '../resource';
import { chooseMail, UNSUBSCRIBE_PATH, unsubscribedBy } from './mail-choice';

const hasLeft = async (deps: Deps, userId: string) =>
  (await erasedAt(deps, userId)) !== null && (await loadProfile(deps, userId)) === null;

/**
 * One click in a mail client turns mail about offers off (RFC 8058: POST). A plain visit only asks, because mail scanners open every link.
 */
export function mountUnsubscribe(router: Router, deps: Deps): void {
  const app = deps.env.APP_NAME;
  /** The language of the mail with the link. */
  const textsOf = async (userId: string) => textsIn((await loadProfile(deps, userId))?.language ?? 'en');
  const show = (ctx: Context, texts: Catalogue, title: string, body: string) =>
    showPage(ctx, texts, { heading: texts.t(title), body, hasForm: true });
  const refuse = (ctx: Context) =>
    showDeadLink(
      ctx,
      message('This link is not complete'),
      message('You can turn these emails off in your settings.'),
    );
  router.get(UNSUBSCRIBE_PATH, async (ctx) => {
    const userId = unsubscribedBy(deps, ctx.query);
    if (!userId) return refuse(ctx);
    const texts = await textsOf(userId);
    const told = texts.t('{app} will no longer email you about offers. You will still see them in the app.', {
      app,
    });
    show(
      ctx,
      texts,
      message('Stop emails about offers?'),
      `<p>${escapeHtml(told)}</p>
<form method="post"><button>${escapeHtml(texts.t('Stop these emails'))}</button></form>`,
    );
  });
  router.post(UNSUBSCRIBE_PATH, async (ctx) => {
    const userId = unsubscribedBy(deps, ctx.query);
    if (!userId) return refuse(ctx);
    await chooseMail(deps, userId, false);
    // an old mail must not store data of a deleted student, nor of one who is deleted meanwhile
    if (await hasLeft(deps, userId)) await chooseMail(deps, userId, true);
    const texts = await textsOf(userId);
    const told = texts.t(
      'You will get no more emails about offers. You can turn them on again in your settings.',
    );
    show(ctx, texts, message('Done'), `<p>${escapeHtml(told)}</p>`);
  });
}
