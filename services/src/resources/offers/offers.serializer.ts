import type { DateSignal, Offer, Person } from '@flint/contracts';
import type { Catalogue } from '@flint/texts/catalogue';
import { inLanguage } from '../../matching/round/index';
import { isTaken, type Book } from './date-book';
import type { Meeting } from './meetings';
import { abilities } from './offers.policy';
import { shownFields } from './round-fields';
import { isPending, otherSide, userAt, type Round, type Thread } from './thread';

/** Shown instead of a person whose account was deleted. */
export const DELETED_STUDENT: Person = { id: null, name: 'deleted student', age: null };

export interface Viewer {
  readonly userId: string;
  /** In the viewer's language. */
  readonly texts: Catalogue;
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
  { userId, texts, now, people, meetings, book, troubleOf, told }: Viewer,
): Offer {
  const fromUserId = userAt(thread, round.by);
  const toUserId = userAt(thread, otherSide(round.by));
  const person = (id: string | null) => (id === null ? undefined : people.get(id)) ?? DELETED_STUDENT;
  const at = thread.rounds.indexOf(round);
  const placeTrouble = troubleOf(thread, round);
  const isTimeTaken = isPending(round) && isTaken(book, round.proposedDate, round.id);
  const sharedTimes = round.sharedTimes.filter(
    (time) =>
      isPending(round) &&
      time > now &&
      time.getTime() !== round.proposedDate.getTime() &&
      !isTaken(book, time),
  );
  return {
    ...shownFields({ ...round, sharedTimes }),
    // what the sender chose from the catalogue, not what they wrote
    activity: inLanguage(round.activity, texts),
    location: inLanguage(round.location, texts),
    fromUserId,
    toUserId,
    fromUser: person(fromUserId),
    toUser: person(toUserId),
    counterOf: thread.rounds[at - 1]?.id ?? null,
    counterOffer: thread.rounds[at + 1]?.id ?? null,
    meeting: meetings.get(round.id) ?? null,
    can: abilities(thread, round, userId, now, isTimeTaken),
    ...(isTimeTaken && { timeTaken: true as const }),
    ...(placeTrouble && { placeTrouble }),
    ...(told.has(round.id) && { told: [...told.get(round.id)!] }),
  };
}
