import { mailer } from '../../infra/mailer';
import type { Resource } from '../resource';
import { emailOf } from '../sign-in/index';
import { outboxPage, PAGE_POLICY } from './outbox.page';
import { letters } from './post';

/** Mail that waits for a mail server; on a development machine, a page with every mail (absent with SMTP_URL and in production). */
export const outbox: Resource = {
  name: 'outbox',
  mount(router, deps) {
    const { outbox: box } = mailer(deps);
    if (!box) return;
    router.get('/outbox', (ctx) => {
      ctx.set({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' });
      ctx.type = 'html';
      ctx.body = outboxPage(deps.env.APP_NAME, box.list());
    });
    router.get('/outbox.json', (ctx) => {
      const { to } = ctx.query;
      const items = box.list().filter((mail) => to === undefined || mail.to.address === to);
      ctx.set('cache-control', 'no-store');
      ctx.body = { items };
    });
  },
  start: (deps) => () => mailer(deps).close(),
  timed: [letters.timed],
  async eraseUser(userId, deps) {
    const email = await emailOf(userId, deps);
    const { outbox: box, settled } = mailer(deps);
    // waits for mail that is still being written
    if (box) await settled();
    await box?.forget(email, userId);
  },
};
