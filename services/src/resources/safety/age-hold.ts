import { message } from '@flint/texts/catalogue';
import { Types } from 'mongoose';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { markOf } from './marks';
import { reports } from './report.model';
import { KEPT_MS, sealFor } from './sealed-report';
import { holdForAge, isHeld } from './standing';

/** Stands where a reporter's id does: no student reported, the questionnaire did. */
export const AGE_CHECK = 'age-check';

/** What a student reads whose date of birth waits for the safety team, first try or later. */
export const AGE_HELD = message(
  'You must be 18 or older to use this app. Our safety team looks at this date and writes to you; until then it cannot be changed.',
);

type Person = { readonly userId: string; readonly email: string };

/** Whether a date of birth under 18 of this mailbox waits for a decision; also before there is a profile, and after the account came back. */
export const isAgeHeld = (deps: Deps, { userId, email }: Person): Promise<boolean> =>
  isHeld(deps, [userId, markOf(deps, email)]);

/**
 * Keeps somebody who gave a date of birth under 18 out of matching until an operator has looked, and puts it among the reports. Saying
 * another date at once must not be the way in. Safe to repeat.
 */
export async function holdAge(deps: Deps, { userId }: Person, birthDate: string): Promise<void> {
  await holdForAge(deps, userId);
  const now = deps.clock.now();
  const _id = new Types.ObjectId();
  const id = _id.toHexString();
  const told = `Gave ${birthDate} as date of birth. Kept out of matching until this is decided.`;
  await reports(deps.db)
    .create({
      _id,
      key: `person:${userId}:underage`,
      offerId: null,
      reporterId: AGE_CHECK,
      reportedId: userId,
      reportType: 'underage',
      description: sealFor(deps, id, 'description', told),
      evidence: sealFor(deps, id, 'evidence', {}),
      createdAt: now,
      expiresAt: new Date(now.getTime() + KEPT_MS),
    })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
}
