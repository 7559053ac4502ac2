import { createHmac } from 'node:crypto';
import type { AccountExport, OwnReport, SafetyNotice, Standing } from '@flint/contracts';
import type { Catalogue } from '@flint/texts/catalogue';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import { OUTCOMES } from './letters';
import { isGone } from './marks';
import { reports } from './report.model';
import { openReport, type OpenReport } from './sealed-report';
import { standingOf } from './standing';

/** Reports as their reporter sees them. */
export const showReports = async ({ t }: Catalogue, made: readonly OpenReport[]): Promise<OwnReport[]> =>
  made.map(({ id, reportType, reportedId, isUnnamed, evidence, createdAt, decision }) => ({
    id,
    // no name of a deleted account, as in the list of blocks
    name: (isUnnamed || isGone(reportedId) ? null : evidence.name) ?? t('A student'),
    reason: reportType,
    createdAt: createdAt.toISOString(),
    decidedAt: decision?.decidedAt.toISOString() ?? null,
    outcome: decision && t(OUTCOMES[decision.outcome]),
  }));

/** The id of a notice. It is not the report's, which its reporter knows. */
export const noticeIdOf = ({ secret }: Pick<Deps, 'secret'>, reportId: string): string =>
  createHmac('sha256', deriveKey(secret, 'notice-ids')).update(reportId).digest('hex').slice(0, 24);

/** The reports about a student. */
const reportsAbout = async (deps: Deps, userId: string): Promise<OpenReport[]> =>
  (await reports(deps.db).find({ reportedId: userId }).lean()).map((each) => openReport(deps, each));

/** What a student wrote against notices. */
export const showAppeals = async (
  deps: Deps,
  userId: string,
): Promise<AccountExport['data']['safety']['appeals']> =>
  (await reportsAbout(deps, userId)).flatMap(({ id, decision }) => {
    if (!decision?.appeal) return [];
    const { text, createdAt } = decision.appeal;
    return [{ noticeId: noticeIdOf(deps, id), text, createdAt: createdAt.toISOString() }];
  });

/** A student's restrictions, as far as the student may read them. */
export async function showStanding(deps: Deps, userId: string): Promise<Standing> {
  const { pausedAt, restrictedUntil, heldAt, strikes } = await standingOf(deps, userId);
  const open = new Map((await reportsAbout(deps, userId)).map((each) => [each.id, each]));
  const notices = strikes
    .toReversed()
    .map(({ reportId, measure, reason, at, until, lifted }): SafetyNotice => {
      const { decision, damaged = [] } = open.get(reportId) ?? {};
      const canAppeal = decision ? 'none' : 'closed';
      const appealed = decision?.appeal ? (decision.appeal.outcome ?? 'waiting') : canAppeal;
      return {
        id: noticeIdOf(deps, reportId),
        measure,
        reason,
        text: damaged.includes('reason') ? '' : (decision?.reason ?? ''),
        at: at.toISOString(),
        until: until?.toISOString() ?? null,
        appeal: lifted ? 'overturned' : appealed,
      };
    });
  const isRestricted = restrictedUntil !== null && restrictedUntil > deps.clock.now();
  return {
    pausedAt: pausedAt?.toISOString() ?? null,
    restrictedUntil: isRestricted ? restrictedUntil.toISOString() : null,
    ageHeldAt: heldAt?.toISOString() ?? null,
    notices,
  };
}
