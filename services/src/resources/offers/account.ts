import type { Deps } from '../resource';
import { bookings } from './booking.model';
import { endFor } from './end-all';
import { mailChoices } from './mail-choice.model';
import { eraseMeetings, meetingsOf } from './meetings';
import { quotas } from './quota.model';
import { isOpen, sideOf, type Side, type Thread } from './thread';
import { threads } from './thread.model';
import { commitThread, findThread, threadsOf } from './threads';
import { exportDateNotes, eraseOwnNotes } from './your-date/your-date';

/** A student's offers for the export: what they wrote and what was proposed to them. */
export async function exportOffers(deps: Deps, userId: string): Promise<unknown> {
  const own = await threadsOf(deps, userId, 10_000);
  const said = await meetingsOf(deps, userId);
  const told = await exportDateNotes(deps, userId);
  return own.map((thread) => ({
    id: thread.id,
    offers: thread.rounds.map(({ by, message, reply, ...round }) => {
      const sent = by === sideOf(thread, userId);
      const meeting = said.get(round.id) ?? null;
      const date = told.get(round.id) ?? null;
      return { direction: sent ? 'sent' : 'received', ...round, message, reply, meeting, date };
    }),
    history: thread.history,
  }));
}

/** Replaces a place written by a deleted student. */
const NO_PLACE = '–';

/** The thread without one side's identity and texts; the other side keeps time and activity. */
function without(thread: Thread, side: Side): Thread {
  // a counter-offer inherits the place of the previous offer
  const written = new Set(thread.rounds.filter(({ by }) => by === side).map(({ location }) => location));
  return {
    ...thread,
    ...(side === 'initiator' ? { initiatorId: null } : { inviteeId: null }),
    rounds: thread.rounds.map((round) => ({
      ...round,
      ...(round.by === side ? { message: null } : { reply: null }),
      ...(written.has(round.location) && { location: NO_PLACE, placeId: null }),
    })),
  };
}

async function leave(deps: Deps, threadId: string, userId: string): Promise<void> {
  for (;;) {
    const thread = await findThread(deps, threadId);
    const side = thread && sideOf(thread, userId);
    if (!thread || !side) return;
    if (isOpen(thread)) {
      await endFor(deps, thread, side);
      continue;
    }
    const next = without(thread, side);
    if (next.initiatorId === null && next.inviteeId === null) {
      await threads(deps.db).deleteOne({ _id: threadId });
      return;
    }
    if (await commitThread(deps, next)) return;
  }
}

/** Removes a student from all offers: open ones end, the others say 'deleted student'. Idempotent. */
export async function eraseFromOffers(deps: Deps, userId: string): Promise<void> {
  for (const { id } of await threadsOf(deps, userId, 10_000)) await leave(deps, id, userId);
  await bookings(deps.db).deleteOne({ _id: userId });
  await quotas(deps.db).deleteOne({ _id: userId });
  await eraseMeetings(deps, userId);
  await eraseOwnNotes(deps, userId);
  await mailChoices(deps.db).deleteOne({ _id: userId });
}
