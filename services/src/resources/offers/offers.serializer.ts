import type { DateSignal, Offer, Person } from '@flint/contracts';
import { isTaken, type Book } from './date-book';
import type { Meeting } from './meetings';
import { abilities } from './offers.policy';
import { isPending, otherSide, userAt, type Round, type Thread } from './thread';

/** Shown instead of a person whose account was deleted. */
export const DELETED_STUDENT: Person = { id: null, name: 'deleted student', age: null };

export interface Viewer {
  readonly userId: string;
  readonly now: Date;
  /** Everybody who appears in the thread. */
  readonly people: ReadonlyMap<string, Person>;
  /** The viewer's answers about dates, by offer. */
  readonly meetings: ReadonlyMap<string, Meeting>;
  /** The viewer's agreed dates. */
  readonly book: Book | undefined;
  /** Why an open offer's place is no longer possible; null if it is. */
  readonly troubleOf: (thread: Thread, round: Round) => Offer['placeTrouble'] | null;
  /** The other person's signals about a near date, by offer. */
  readonly told: ReadonlyMap<string, readonly DateSignal[]>;
}

/** An offer as one of its two people sees it. Every response with an offer uses this function. */
export function toOffer(
  thread: Thread,
  round: Round,
  { userId, now, people, meetings, book, troubleOf, told }: Viewer,
): Offer {
  const fromUserId = userAt(thread, round.by);
  const toUserId = userAt(thread, otherSide(round.by));
  const person = (id: string | null) => (id === null ? undefined : people.get(id)) ?? DELETED_STUDENT;
  const at = thread.rounds.indexOf(round);
  const placeTrouble = troubleOf(thread, round);
  const isTimeTaken = isPending(round) && isTaken(book, round.proposedDate, round.id);
  const others = (isPending(round) ? (round.sharedTimes ?? []) : []).flatMap((time) =>
    time > now && time.getTime() !== round.proposedDate.getTime() ? time.toISOString() : [],
  );
  return {
    id: round.id,
    fromUserId,
    toUserId,
    fromUser: person(fromUserId),
    toUser: person(toUserId),
    proposedDate: round.proposedDate.toISOString(),
    location: round.location,
    activity: round.activity,
    ...(round.message && { message: round.message }),
    ...(round.reply && { reply: round.reply }),
    status: round.status,
    cancelledAt: round.cancelledAt?.toISOString() ?? null,
    cancelledBy: round.cancelledBy,
    counterOf: thread.rounds[at - 1]?.id ?? null,
    counterOffer: thread.rounds[at + 1]?.id ?? null,
    meeting: meetings.get(round.id) ?? null,
    can: abilities(thread, round, userId, now, isTimeTaken),
    ...(isTimeTaken && { timeTaken: true as const }),
    ...(round.placeId && { placeId: round.placeId }),
    ...(placeTrouble && { placeTrouble }),
    ...(told.has(round.id) && { told: [...told.get(round.id)!] }),
    ...(round.isPlan && { isPlan: true as const }),
    ...(others.length > 0 && { sharedTimes: others }),
    createdAt: round.createdAt.toISOString(),
    updatedAt: round.updatedAt.toISOString(),
  };
}
