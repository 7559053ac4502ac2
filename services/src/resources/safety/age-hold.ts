import type { ClientSession } from 'mongoose';
import { message } from '@flint/texts/catalogue';
import type { Deps } from '../resource';
import { markOf } from './marks';
import { notifyOperators } from './notify-operators';
import { reports } from './report.model';
import { insertReport } from './sealed-report';
import { changeStanding, holdForAge, isHeld } from './standing';
import { takeTurn } from './turn';
import { inUnit } from './unit-of-work';

/** Stands in for the reporter's id when the questionnaire made the report. */
export const AGE_CHECK = 'age-check';

/** Shown to a student whose date of birth waits for the safety team, on every try. */
export const AGE_HELD = message(
  'You must be 18 or older to use this app. Our safety team looks at this date and writes to you; until then it cannot be changed.',
);

type Person = { readonly userId: string; readonly email: string };

/**
 * Whether a date of birth under 18 for this mailbox waits for a decision; also before there is a profile, and after the account was deleted
 * and created again. In the transaction that stores another date: a hold that begins meanwhile makes it run again.
 */
export async function isAgeHeld(
  deps: Deps,
  { userId, email }: Person,
  session: ClientSession | null = null,
): Promise<boolean> {
  if (session) await takeTurn(deps, userId, session);
  return isHeld(deps, [userId, markOf(deps, email)], session);
}

/**
 * Keeps a student who gave a date of birth under 18 out of matching until an operator decides, and adds a report with the mail about it. Entering another date does
 * not lift it. Safe to repeat.
 */
export const startAgeHold = (deps: Deps, { userId }: Person, birthDate: string): Promise<void> =>
  inUnit(deps, async (unit) => {
    const { session } = unit;
    const { collection } = reports(deps.db);
    await takeTurn(deps, userId, session);
    await changeStanding(deps, userId, holdForAge(deps), unit);
    const key = `person:${userId}:underage`;
    if (await collection.findOne({ reporterId: AGE_CHECK, key }, { session })) return;
    const description = `Gave ${birthDate} as date of birth. Kept out of matching until this is decided.`;
    const filing = {
      key,
      offerId: null,
      reporterId: AGE_CHECK,
      reportedId: userId,
      reportType: 'underage',
      isUnnamed: false,
    } as const;
    const report = await insertReport(deps, { ...filing, description, evidence: { offers: [] } }, unit);
    await notifyOperators(deps, report, 'An age check', unit);
  });
