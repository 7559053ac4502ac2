import { ROUTES } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import { mailer } from '../../infra/mailer';
import { endOpenOffersBetween } from '../offers/index';
import { loadProfile, personOf } from '../profile/index';
import type { Deps, Resource } from '../resource';
import { emailOf } from '../sign-in/index';
import { blocks, type BlockRecord } from './block.model';
import { forgetPerson, liftBlock, ownBlocks, recordBlock } from './blocks';
import { reports } from './report.model';
import { fileReport, pseudonymise, reportsBy, type StoredReport } from './reports';

async function showBlocks(deps: Deps, found: readonly BlockRecord[]) {
  const people = await personOf(
    deps,
    found.map(({ blockedId }) => blockedId),
  );
  return found.map(({ blockedId, createdAt }) => ({
    userId: blockedId,
    name: people.get(blockedId)?.name ?? 'A student',
    createdAt: createdAt.toISOString(),
  }));
}

/** Tells the operators that there is something to read; what it says stays in the database (product notes 6). */
function tellOperators(deps: Deps, report: StoredReport): void {
  const { env } = deps;
  if (!env.SAFETY_EMAIL) return;
  const text = `A new report (${report.reportType}) waits for a decision.\n\nnpm run safety -- show ${report._id.toHexString()}\n`;
  mailer(deps).send({
    to: { address: env.SAFETY_EMAIL },
    subject: `${env.APP_NAME}: a safety report (${report.reportType})`,
    text,
    html: `<pre>${text}</pre>`,
  });
}

/** Reports and blocks. */
export const safety: Resource = {
  name: 'safety',
  routes(api, deps) {
    api.bind(ROUTES.reportOffer, async ({ actor, body }) => {
      const { report, isNew } = await fileReport(deps, actor.userId, body);
      if (isNew) tellOperators(deps, report);
      const { _id, offerId, reportType, createdAt } = report;
      return { id: _id.toHexString(), offerId, reportType, createdAt: createdAt.toISOString() };
    });

    api.bind(ROUTES.listBlocks, async ({ actor }) => ({
      items: await showBlocks(deps, await ownBlocks(deps, actor.userId)),
      nextCursor: null,
    }));

    api.bind(ROUTES.createBlock, async ({ actor: { userId }, body }) => {
      if (body.userId === userId || !(await loadProfile(deps, body.userId))) throw new ApiError('not_found');
      const block = await recordBlock(deps, userId, body.userId);
      await endOpenOffersBetween(deps, userId, body.userId);
      const [shown] = await showBlocks(deps, [block]);
      return shown!;
    });

    api.bind(ROUTES.removeBlock, async ({ actor, params }) => {
      await liftBlock(deps, actor.userId, params.userId);
      return null;
    });
  },
  async prepare({ db }) {
    await Promise.all([blocks(db).init(), reports(db).init()]);
  },
  async exportUser(userId, deps) {
    return {
      blocks: await showBlocks(deps, await ownBlocks(deps, userId)),
      reports: await reportsBy(deps, userId),
    };
  },
  /** Comes before the profile and the account go: it needs the address once more. */
  async eraseUser(userId, deps) {
    const email = (await loadProfile(deps, userId))?.email ?? (await emailOf(userId, deps));
    await forgetPerson(deps, userId, email);
    await pseudonymise(deps, userId);
  },
};
