import type { Deps } from '../resource';
import { absenceOf } from '../safety/index';
import { isBannedNow } from '../sign-in/index';
import { endFor } from './end-all';
import { write } from './notices';
import { isPending, lastRound, userAt, type Side, type Thread } from './thread';
import { claimNotices, REMINDER_HOURS } from './threads';

const HOUR_MS = 3_600_000;
const SIDES: readonly Side[] = ['initiator', 'invitee'];

/** A side that is restricted by the safety team or banned. */
async function sideKeptAway(deps: Deps, thread: Thread): Promise<Side | null> {
  for (const side of SIDES) {
    const id = userAt(thread, side)!;
    if ((await absenceOf(deps, id)).includes('restricted') || (await isBannedNow(deps, id))) return side;
  }
  return null;
}

/**
 * Sends the reminders that are due: each once, and none that is too late to be useful. Nobody is reminded of a date with a restricted
 * student: a date that was agreed just before the restriction is called off.
 */
export async function sendReminders(deps: Deps): Promise<void> {
  for (const { thread, dueAt } of await claimNotices(deps)) {
    const round = lastRound(thread);
    const { initiatorId, inviteeId } = thread;
    const left = round.proposedDate.getTime() - deps.clock.now().getTime();
    if (left <= 0 || !initiatorId || !inviteeId) continue;
    const away = await sideKeptAway(deps, thread);
    if (away) {
      await endFor(deps, thread, away);
      continue;
    }
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
