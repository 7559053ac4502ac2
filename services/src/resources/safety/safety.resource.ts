import { ROUTES } from '@flint/contracts';
import type { Catalogue } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { countProfiles, eachProfile, loadProfile, personOf } from '../profile/index';
import type { Deps, Resource } from '../resource';
import { emailOf } from '../sign-in/index';
import { ENGLISH } from '../../texts/index';
import { blockPerson } from './block-person';
import { appeal } from './appeals';
import { SEALED_FACTORS } from './desk-factors';
import { hideAddresses, showAddresses } from './hidden-addresses';
import { leaveMark, mailboxesOf, markOf, marksEver, othersAt, peopleAt, storeOwnMark } from './marks';
import { SEALED_REASON } from './operator-log';
import { contactMarks } from './pair.model';
import { completePairs, countOwn, keepForReturn, liftCuts, ownCuts, SEALED_NAMES } from './pairs-apart';
import { anonymizeReports, forgetLeftCards } from './report-people';
import { demandDetails, fileReport, filePersonReport } from './file-report';
import { turns } from './report.model';
import { measureReports, reportsBy } from './reports';
import { SEALED_REPORTS, upgradeReports } from './sealed-report';
import { noticeIdOf, showAppeals, showReports, showStanding } from './safety.serializer';
import { anonymizeStanding, setPaused, standingOf } from './standing';

/** A student's blocks as their owner sees them: without people whose account is deleted. */
async function showBlocks(deps: Deps, texts: Catalogue, mark: string | undefined) {
  const cuts = mark ? await ownCuts(deps, mark) : [];
  const accounts = await peopleAt(
    deps,
    cuts.map(({ about }) => about),
  );
  // records of the version before have no name
  const unnamed = cuts
    .filter(({ name }) => name === undefined)
    .flatMap(({ about }) => accounts.get(about) ?? []);
  const people = await personOf(deps, unnamed, texts);
  return cuts.flatMap(({ about, name, createdAt }) => {
    const id = accounts.get(about);
    if (!id) return [];
    return [
      {
        userId: id,
        name: (name ?? people.get(id)?.name) || texts.t('A student'),
        createdAt: createdAt.toISOString(),
      },
    ];
  });
}

/** Reports, blocks, pauses and hidden contacts. */
export const safety: Resource = {
  name: 'safety',
  timed: [{ everyMs: 60_000, run: measureReports, isMeasure: true, failed: 'reports were not measured' }],
  routes(api, deps) {
    api.bind(ROUTES.reportOffer, async ({ actor, body, texts }) => {
      const filed = await fileReport(deps, { actor, texts }, body);
      const { id, createdAt, reasons: [reason] = [filed.reportType] } = filed;
      // a repeat gets the first answer
      const reportType = reason as typeof body.reportType;
      return { id, offerId: body.offerId, reportType, createdAt: createdAt.toISOString() };
    });

    api.bind(ROUTES.reportPerson, async ({ actor, body, texts }) => {
      const filed = await filePersonReport(deps, { actor, texts }, body);
      const { id, reportType: reason, createdAt } = filed;
      return { id, reason, createdAt: createdAt.toISOString() };
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
      demandDetails('/text', body.text);
      const { strikes } = await standingOf(deps, userId);
      // in older versions the notice had the report's id
      const strike = strikes.find(({ reportId: id }) => [noticeIdOf(deps, id), id].includes(params.id));
      if (!strike) throw new ApiError('not_found');
      if (!(await appeal(deps, userId, strike, body.text))) throw new ApiError('appeal_used');
      return showStanding(deps, userId);
    });

    const hiddenBy = async (mark: string) => ({ count: await countOwn(deps, mark, 'hidden_address') });
    api.bind(ROUTES.readHiddenContacts, ({ actor }) => hiddenBy(markOf(deps, actor.email)));
    api.bind(ROUTES.hideContacts, async ({ actor, body }) => {
      const mark = markOf(deps, actor.email);
      await hideAddresses(deps, mark, body.emails);
      return hiddenBy(mark);
    });
    api.bind(ROUTES.showContacts, async ({ actor, body }) => {
      const mark = markOf(deps, actor.email);
      await showAddresses(deps, mark, body.emails);
      return hiddenBy(mark);
    });

    api.bind(ROUTES.listBlocks, async ({ actor, texts }) => {
      const mark = (await mailboxesOf(deps, [actor.userId], actor)).get(actor.userId);
      return { items: await showBlocks(deps, texts, mark), nextCursor: null };
    });

    api.bind(ROUTES.createBlock, async ({ actor: { userId, email }, body, texts }) => {
      if (body.userId === userId) throw new ApiError('not_found');
      await blockPerson(deps, texts, { by: userId, email, about: body.userId, reason: 'block' });
      return null;
    });

    api.bind(ROUTES.removeBlock, async ({ actor, params }) => {
      await liftCuts(deps, actor, params.userId);
      return null;
    });
  },
  upgrade: ({ db }) => upgradeReports(db),
  async prepare(deps) {
    const { db } = deps;
    // some profiles are older than marks; the count avoids reading every profile at each start
    if ((await contactMarks(db).countDocuments({ leftUntil: null })) < (await countProfiles(deps))) {
      const marked = new Set((await contactMarks(db).find({}, { _id: 1 }).lean()).map(({ _id }) => _id));
      for await (const { id, email } of eachProfile(deps))
        if (!marked.has(id)) await storeOwnMark(deps, id, email);
    }
    await completePairs(deps);
    await forgetLeftCards(deps);
  },
  sealed: [SEALED_REPORTS, SEALED_NAMES, SEALED_REASON, ...SEALED_FACTORS],
  async exportUser(userId, deps) {
    const mark = (await mailboxesOf(deps, [userId])).get(userId);
    return {
      blocks: await showBlocks(deps, ENGLISH, mark),
      reports: (await reportsBy(deps, userId)).map(({ id, offerId, reportType, description, createdAt }) => ({
        id,
        offerId,
        reportType,
        description,
        createdAt,
      })),
      standing: await showStanding(deps, userId),
      appeals: await showAppeals(deps, userId),
      hiddenContacts: mark ? await countOwn(deps, mark, 'hidden_address') : 0,
    };
  },
  /** Runs before the profile and the account are erased, because it needs the address. */
  async eraseUser(userId, deps, proven) {
    const email = proven ?? (await loadProfile(deps, userId))?.email ?? (await emailOf(userId, deps));
    // after a restore, the mark may be all that is left of the account
    const mark = email ? markOf(deps, email) : ((await marksEver(deps, [userId])).get(userId) ?? null);
    const named = mark ?? userId;
    if ((await othersAt(deps, named, userId)).length === 0) await keepForReturn(deps, named, false);
    // first, so that a decision taken meanwhile finds the mailbox
    await leaveMark(deps, userId, mark);
    await anonymizeStanding(deps, userId, mark);
    await anonymizeReports(deps, userId, mark);
    await turns(deps.db).deleteOne({ _id: userId });
  },
};
