import { callErrorText } from '@flint/contracts/call-errors';
import { forgetTold } from '@flint/remote-kit/forget-told';
import { t } from '@flint/texts';
import { notices } from '../platform/notices';
import { emptyDeviceStorage, emptyStorages, isDraft, OWNER_KEY, readOwner } from './device-storage';
import { readStoredSession } from './stored-session';

/**
 * Removes from this device what a student whose session the server has ended could read here: only unsent work stays, for the same student
 * (decision 043), and nothing of a deleted account. What the service answered is said. The student stays noted until that is done: a page
 * that was closed before goes on at its next start.
 */
export async function endOnDevice(userId: string, answer?: string): Promise<void> {
  if (answer === 'user_not_found') {
    emptyDeviceStorage(userId);
    return notices.notify(t('Your account and everything in it was deleted.'), 'success');
  }
  if (answer) notices.notify(t(callErrorText('401')), 'info');
  const signedIn = readStoredSession()?.user.id;
  // again, meanwhile
  if (signedIn === userId) return;
  // else another student has signed in, whose storages they are
  if (!signedIn) emptyStorages((key) => key === OWNER_KEY || isDraft(key));
  try {
    await forgetTold(userId);
    if (readOwner() === userId) localStorage.removeItem(OWNER_KEY);
  } catch {
    // the browser blocks its storage
  }
}

/** Says on the screen that the clock of this device is wrong. */
export const warnOfClock = (): void =>
  notices.notify(t('The clock of this device is wrong. Everything works without it.'), 'info');

/** Says on the screen that the browser stores nothing. */
export const warnOfLostSession = (): void =>
  notices.notify(
    t('This browser stores nothing. You are signed in until you close or reload this page.'),
    'info',
  );
