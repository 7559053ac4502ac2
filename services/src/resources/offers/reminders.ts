import { HOUR_MS } from '@flint/contracts/time';
import { doEach } from '../../infra/do-each';
import { inTransaction } from '../../infra/in-transaction';
import type { Deps } from '../resource';
import { queueNotice } from './notices';
import { isAgreed, isPending, lastRound, type Thread } from './thread';
import { REMINDER_HOURS, remindableThreads, takeReminder } from './threads';

/** The reminders of a thread that were due at an instant; none that is too late to be useful. */
function remindersOf(thread: Thread, dueAt: Date, now: Date) {
  const round = lastRound(thread);
  const { initiatorId, inviteeId } = thread;
  const left = round.proposedDate.getTime() - now.getTime();
  if (left <= 0 || !initiatorId || !inviteeId) return [];
  const toInvitee = { to: inviteeId, about: initiatorId };
  const toInitiator = { to: initiatorId, about: inviteeId };
  if (isPending(round))
    return [{ ...(round.by === 'initiator' ? toInvitee : toInitiator), what: 'waits' as const }];
  if (!isAgreed(round)) return [];
  const isDayBefore = round.proposedDate.getTime() - dueAt.getTime() === REMINDER_HOURS[0] * HOUR_MS;
  if (isDayBefore && left < 12 * HOUR_MS) return [];
  const what = isDayBefore ? ('tomorrow' as const) : ('soon' as const);
  return [
    { ...toInitiator, what },
    { ...toInvitee, what },
  ];
}

/** Queues the reminders of one thread in the transaction that takes them: all, or none, and then the next run does. */
async function sendReminder(deps: Deps, id: string): Promise<void> {
  const begins = await inTransaction(deps.db, async (session) => {
    const taken = await takeReminder(deps, id, session);
    const queued: (() => void)[] = [];
    if (!taken) return queued;
    const { thread, dueAt } = taken;
    for (const reminder of remindersOf(thread, dueAt, deps.clock.now()))
      queued.push(await queueNotice(deps, thread, reminder, session));
    return queued;
  });
  for (const begin of begins) begin();
}

/** Sends the reminders that are due: each once, and none that is too late to be useful. */
export const sendReminders = async (deps: Deps): Promise<void> =>
  doEach(await remindableThreads(deps), (id) => sendReminder(deps, id));
