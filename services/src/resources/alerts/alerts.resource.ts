import { ROUTES } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import type { Context } from 'koa';
import { clientAddress } from '../../http/client-address';
import type { Handler } from '../../http/bind';
import { pushTotal } from '../../infra/metrics';
import { enforceLimit } from '../../http/rate-limit';
import { wantsMail } from '../offers/index';
import type { Deps, Resource } from '../resource';
import { alertBrowsers, alertChoices } from './alert.model';
import { addBrowser, browsersOf, pruneEveryBrowser, removeBrowser, SEALED_TARGET } from './browsers';
import { choicesOf, choose } from './choices';
import { PUSH_RESULTS, vapidKeys } from './push';
import { handleReceipt, waitForDrops } from './shown';

/** Receipts per address in five minutes; a whole campus may share one address. Receipts beyond it are ignored, so the mail is sent as well. */
const RECEIPTS_MAX = 3_000;

const readSettings = async (deps: Deps, userId: string) => {
  const [choices, browsers] = await Promise.all([
    choicesOf(deps, userId),
    alertBrowsers(deps.db).countDocuments({ userId }),
  ]);
  return { choices, publicKey: vapidKeys(deps).publicKey, browsers };
};

/** Alerts by Web Push: settings and browsers. */
export const alerts: Resource = {
  name: 'alerts',
  routes(api, deps) {
    const max = Math.round(RECEIPTS_MAX * deps.env.IP_LIMIT_FACTOR);
    const limit = (ctx: Context) =>
      enforceLimit(ctx, deps, { name: 'alerts-shown', max, seconds: 300 }, clientAddress(ctx));
    const shown: Handler<typeof ROUTES.alertShown> = async ({ body }) => {
      handleReceipt(deps, body.receipt);
      return null;
    };
    api.bind(ROUTES.alertShown, shown, limit);
    api.bind(ROUTES.readAlerts, ({ actor }) => readSettings(deps, actor.userId));
    api.bind(ROUTES.chooseAlerts, async ({ actor, body }) => {
      await choose(deps, actor.userId, body);
      return readSettings(deps, actor.userId);
    });
    api.bind(ROUTES.addAlertBrowser, async ({ actor, body }) => {
      await addBrowser(deps, actor, body);
      return readSettings(deps, actor.userId);
    });
    api.bind(ROUTES.removeAlertBrowser, async ({ actor, body }) => {
      await removeBrowser(deps, actor.userId, body.endpoint);
      return readSettings(deps, actor.userId);
    });
  },
  start(deps) {
    // a rule sees a counter grow from 0 only if it is there before the first event
    for (const result of PUSH_RESULTS) pushTotal.inc({ result }, 0);
    return () => waitForDrops(deps);
  },
  timed: [{ everyMs: DAY_MS / 2, run: pruneEveryBrowser, failed: 'browsers of ended sessions stay for now' }],
  sealed: [SEALED_TARGET],
  async exportUser(userId, deps) {
    const [choices, browsers, wanted] = await Promise.all([
      choicesOf(deps, userId),
      browsersOf(deps, userId),
      wantsMail(deps, userId),
    ]);
    return {
      choices,
      mail: { wanted },
      browsers: browsers.map(({ target, addedAt }) => ({ endpoint: target.endpoint, addedAt })),
    };
  },
  async eraseUser(userId, { db }) {
    await Promise.all([
      alertBrowsers(db).deleteMany({ userId }),
      alertChoices(db).deleteOne({ _id: userId }),
    ]);
  },
};
