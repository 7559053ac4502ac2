import { ROUTES } from '@flint/contracts';
import type { Catalogue } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { mailer } from '../../infra/mailer';
import { countProfiles, eachProfile, loadProfile, personOf } from '../profile/index';
import type { Deps, Resource } from '../resource';
import { emailOf } from '../sign-in/index';
import { ENGLISH } from '../../texts/index';
import type { BlockRecord } from './block.model';
import { blockPerson } from './block-person';
import { anonymizeBlocks, liftBlock, ownBlocks } from './blocks';
import { contactMarks } from './contact.model';
import { countHidden, deleteContacts, hideContacts, storeOwnMark, showContacts } from './contacts';
import { appeal } from './appeals';
import { SEALED_FACTORS } from './desk-factors';
import { sendReportReceipt } from './letters';
import { SEALED_REASON } from './operator-log';
import { anonymizeReports } from './report-people';
import { fileReport, filePersonReport, reportsBy, type Filed } from './reports';
import { SEALED_REPORTS, upgradeReports, type OpenReport } from './sealed-report';
import { showReports, showStanding } from './safety.serializer';
import { anonymizeStanding, setPaused } from './standing';
import { isUnseenBy } from './unseen';

/** A student's blocks as their owner sees them. */
async function showBlocks(deps: Deps, { t }: Catalogue, found: readonly BlockRecord[]) {
  const people = await personOf(
    deps,
    found.map(({ blockedId }) => blockedId),
  );
  return found.map(({ blockedId, createdAt, isUnseen }) => ({
    userId: blockedId,
    name: (isUnseen ? null : people.get(blockedId)?.name) ?? t('A student'),
    createdAt: createdAt.toISOString(),
  }));
}

/** Notifies the operators that there is a report; its content stays in the database (decisions/012). */
function notifyOperators(
  { id, reportType }: Pick<OpenReport, 'id' | 'reportType'>,
  deps: Deps,
  what: string,
): void {
  const { env } = deps;
  if (!env.SAFETY_EMAIL) return;
  const where = env.DESK_URL ?? `npm run safety -- show ${id}`;
  const text = `${what} (${reportType}) waits for a decision.\n\n${where}\n`;
  mailer(deps).send({
    to: { address: env.SAFETY_EMAIL },
    subject: `${env.APP_NAME}: ${what.toLowerCase()} (${reportType})`,
    text,
    html: `<pre>${text}</pre>`,
  });
}

async function acknowledge(deps: Deps, { report, isNew }: Filed): Promise<void> {
  if (!isNew) return;
  notifyOperators(report, deps, 'A safety report');
  await sendReportReceipt(deps, report);
}

/** Reports, blocks, pauses and hidden contacts. */
export const safety: Resource = {
  name: 'safety',
  routes(api, deps) {
    api.bind(ROUTES.reportOffer, async ({ actor, body }) => {
      const filed = await fileReport(deps, actor.userId, body);
      await acknowledge(deps, filed);
      const { id, createdAt } = filed.report;
      const reportType = filed.report.reportType as typeof body.reportType;
      return { id, offerId: body.offerId, reportType, createdAt: createdAt.toISOString() };
    });

    api.bind(ROUTES.reportPerson, async ({ actor, body, texts }) => {
      const filed = await filePersonReport(deps, actor.userId, body);
      await acknowledge(deps, filed);
      const [shown] = await showReports(texts, [filed.report]);
      return shown!;
    });

    api.bind(ROUTES.listReports, async ({ actor, texts }) => ({
      items: await showReports(texts, await reportsBy(deps, actor.userId)),
      nextCursor: null,
    }));

    api.bind(ROUTES.readStanding, ({ actor }) => showStanding(deps, actor.userId));

    api.bind(ROUTES.pauseProfile, async ({ actor, body }) => {
      await setPaused(deps, actor.userId, body.paused);
      return showStanding(deps, actor.userId);
    });

    api.bind(ROUTES.appealNotice, async ({ actor: { userId }, params, body }) => {
      const { notices } = await showStanding(deps, userId);
      const notice = notices.find(({ id }) => id === params.id);
      if (!notice) throw new ApiError('not_found');
      if (!(await appeal(deps, userId, params.id, body.text))) throw new ApiError('appeal_used');
      notifyOperators({ id: params.id, reportType: notice.reason }, deps, 'An appeal');
      return showStanding(deps, userId);
    });

    api.bind(ROUTES.readHiddenContacts, async ({ actor }) => ({
      count: await countHidden(deps, actor.userId),
    }));
    api.bind(ROUTES.hideContacts, async ({ actor: { userId }, body }) => {
      await hideContacts(deps, userId, body.emails);
      return { count: await countHidden(deps, userId) };
    });
    api.bind(ROUTES.showContacts, async ({ actor: { userId }, body }) => {
      await showContacts(deps, userId, body.emails);
      return { count: await countHidden(deps, userId) };
    });

    api.bind(ROUTES.listBlocks, async ({ actor, texts }) => ({
      items: await showBlocks(deps, texts, await ownBlocks(deps, actor.userId)),
      nextCursor: null,
    }));

    api.bind(ROUTES.createBlock, async ({ actor: { userId }, body, texts }) => {
      if (body.userId === userId) throw new ApiError('not_found');
      const isUnseen = await isUnseenBy(deps, userId, body.userId);
      const block = await blockPerson(deps, userId, body.userId, isUnseen);
      const [shown] = await showBlocks(deps, texts, [block]);
      return shown!;
    });

    api.bind(ROUTES.removeBlock, async ({ actor, params }) => {
      await liftBlock(deps, actor.userId, params.userId);
      return null;
    });
  },
  upgrade: ({ db }) => upgradeReports(db),
  async prepare(deps) {
    const { db } = deps;
    // some profiles are older than marks; the count avoids reading every profile at each start
    if ((await contactMarks(db).estimatedDocumentCount()) >= (await countProfiles(deps))) return;
    const marked = new Set((await contactMarks(db).find({}, { _id: 1 }).lean()).map(({ _id }) => _id));
    for await (const { id, email } of eachProfile(deps))
      if (!marked.has(id)) await storeOwnMark(deps, id, email);
  },
  sealed: [SEALED_REPORTS, SEALED_REASON, ...SEALED_FACTORS],
  async exportUser(userId, deps) {
    return {
      blocks: await showBlocks(deps, ENGLISH, await ownBlocks(deps, userId)),
      reports: (await reportsBy(deps, userId)).map(({ id, offerId, reportType, description, createdAt }) => ({
        id,
        offerId,
        reportType,
        description,
        createdAt,
      })),
      standing: await showStanding(deps, userId),
      hiddenContacts: await countHidden(deps, userId),
    };
  },
  /** Runs before the profile and the account are erased, because it needs the address. */
  async eraseUser(userId, deps, proven) {
    const email = proven ?? (await loadProfile(deps, userId))?.email ?? (await emailOf(userId, deps));
    await anonymizeBlocks(deps, userId, email);
    await anonymizeStanding(deps, userId, email);
    await deleteContacts(deps, userId);
    await anonymizeReports(deps, userId, email);
  },
};
