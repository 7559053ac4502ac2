import { HOUR_MS } from '@flint/contracts/time';
import { doEach } from '../../infra/do-each';
import { inTransaction } from '../../infra/in-transaction';
import type { Deps } from '../resource';
import { queueNotice } from './notices';
import { reminderAt } from './reminder-times';
import { lastRound, type Thread } from './thread';
import { remindableThreads, takeReminder } from './threads';

/** The reminders of a thread that were due at an instant; none that is too late to be useful. */
function remindersOf({ clock, env }: Deps, thread: Thread, dueAt: Date) {
  const round = lastRound(thread);
  const { initiatorId, inviteeId } = thread;
  const left = round.proposedDate.getTime() - clock.now().getTime();
  const what = reminderAt(thread, dueAt, env.UNIVERSITY_TIMEZONE);
  if (!what || left <= 0 || !initiatorId || !inviteeId) return [];
  if (what === 'tomorrow' && left < 12 * HOUR_MS) return [];
  const toInvitee = { to: inviteeId, what };
  const toInitiator = { to: initiatorId, what };
  if (what === 'waits') return [round.by === 'initiator' ? toInvitee : toInitiator];
  return [toInitiator, toInvitee];
}

/** Queues the reminders of one thread in the transaction that takes them: all, or none, and then the next run does. */
async function sendReminder(deps: Deps, id: string): Promise<void> {
  const begins = await inTransaction(deps.db, async (session) => {
    const taken = await takeReminder(deps, id, session);
    const queued: (() => void)[] = [];
    if (!taken) return queued;
    const { thread, dueAt } = taken;
    for (const reminder of remindersOf(deps, thread, dueAt))
      queued.push(await queueNotice(deps, thread, reminder, session));
    return queued;
  });
  for (const begin of begins) begin();
}

/** Takes the reminders that are due and sends none: before a restore, the replaced database sent them. */
export async function dropDueReminders(deps: Deps): Promise<void> {
  let due: string[];
  while ((due = await remindableThreads(deps)).length > 0)
    for (const id of due) await inTransaction(deps.db, (session) => takeReminder(deps, id, session));
}

/** Sends the reminders that are due: each once, and none that is too late to be useful. */
export const sendReminders = async (deps: Deps): Promise<void> =>
  doEach(await remindableThreads(deps), (id) => sendReminder(deps, id));
