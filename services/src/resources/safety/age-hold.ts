import { message } from '@flint/texts/catalogue';
import { Types } from 'mongoose';
import { isDuplicateKey } from '../../infra/duplicate-key';
import { randomId } from '../../infra/random-id';
import type { Deps } from '../resource';
import { markOf } from './marks';
import { reports } from './report.model';
import { KEPT_MS, sealFor } from './sealed-report';
import { suspendForAge, isHeld } from './standing';

/** Stands in for the reporter's id when the questionnaire made the report. */
export const AGE_CHECK = 'age-check';

/** Shown to a student whose date of birth waits for the safety team, on every try. */
export const AGE_HELD = message(
  'You must be 18 or older to use this app. Our safety team looks at this date and writes to you; until then it cannot be changed.',
);

type Person = { readonly userId: string; readonly email: string };

/**
 * Whether a date of birth under 18 for this mailbox waits for a decision; also before there is a profile, and after the account was deleted
 * and created again.
 */
export const isAgeHeld = (deps: Deps, { userId, email }: Person): Promise<boolean> =>
  isHeld(deps, [userId, markOf(deps, email)]);

/**
 * Keeps a student who gave a date of birth under 18 out of matching until an operator decides, and adds a report. Entering another date does
 * not lift it. Safe to repeat.
 */
export async function startAgeHold(deps: Deps, { userId }: Person, birthDate: string): Promise<void> {
  await suspendForAge(deps, userId);
  const now = deps.clock.now();
  const id = randomId();
  const told = `Gave ${birthDate} as date of birth. Kept out of matching until this is decided.`;
  await reports(deps.db)
    .create({
      _id: new Types.ObjectId(id),
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
