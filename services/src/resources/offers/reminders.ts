import type { Deps } from '../resource';
import { write } from './notices';
import { isPending, lastRound } from './thread';
import { claimNotices, REMINDER_HOURS } from './threads';

const HOUR_MS = 3_600_000;

/** Sends the reminders that are due: each once, and none that is too late to be useful. */
export async function sendReminders(deps: Deps): Promise<void> {
  for (const { thread, dueAt } of await claimNotices(deps)) {
    const round = lastRound(thread);
    const { initiatorId, inviteeId } = thread;
    const left = round.proposedDate.getTime() - deps.clock.now().getTime();
    if (left <= 0 || !initiatorId || !inviteeId) continue;
    if (isPending(round)) {
      const [to, about] = round.by === 'initiator' ? [inviteeId, initiatorId] : [initiatorId, inviteeId];
      await write(deps, thread, { to, about, what: 'waits' });
      continue;
    }
    const isDayBefore = round.proposedDate.getTime() - dueAt.getTime() === REMINDER_HOURS[0] * HOUR_MS;
    if (isDayBefore && left < 12 * HOUR_MS) continue;
    const what = isDayBefore ? 'tomorrow' : 'soon';
    await write(deps, thread, { to: initiatorId, about: inviteeId, what });
    await write(deps, thread, { to: inviteeId, about: initiatorId, what });
  }
}
