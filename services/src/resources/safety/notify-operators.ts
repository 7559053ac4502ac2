import { mailToOperators } from '../outbox/index';
import type { Deps } from '../resource';
import type { OpenReport } from './sealed-report';
import { postInUnit, type Unit } from './unit-of-work';

/** Notifies the operators that there is a report; its content stays in the database (decisions/012). */
export async function notifyOperators(
  deps: Deps,
  { id, reportType }: Pick<OpenReport, 'id' | 'reportType'>,
  what: string,
  unit: Unit,
): Promise<void> {
  const where = deps.env.DESK_URL ?? `npx flint operate safety show ${id}`;
  const text = `${what} (${reportType}) waits for a decision.\n\n${where}\n`;
  const mail = mailToOperators(deps, `${what.toLowerCase()} (${reportType})`, text);
  if (mail) await postInUnit(deps, mail, unit);
}
