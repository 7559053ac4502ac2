import type { Actor } from '../../http/session';
import type { StoredProfiles } from '../profile/index';
import type { Deps } from '../resource';
import type { Found } from './answers';
import { readBooks } from './date-book';
import { meetingsOf } from './meetings';
import { readPlaces } from './offered-place';
import type { Viewer } from './offers.serializer';
import { peopleOf } from './people';
import { signalsTo } from './your-date/your-date';

/** Loads what `toOffer` needs besides these offers: the viewer's own facts and the cards of the people. Without a session, cards have no photo. */
export async function viewerOf(
  deps: Deps,
  actor: Pick<Actor, 'userId'> & Partial<Pick<Actor, 'sessionId'>>,
  shown: readonly Pick<Found, 'thread' | 'round'>[],
  profiles?: Promise<StoredProfiles>,
): Promise<Viewer> {
  const { userId } = actor;
  // only a completed date has an answer to whether they met
  const hasDate = shown.some(({ round }) => round.status === 'completed');
  const [people, meetings, books, { troubleOf }, told] = await Promise.all([
    peopleOf(deps, actor, [...new Set(shown.map(({ thread }) => thread))], profiles),
    hasDate ? meetingsOf(deps, userId) : new Map<string, never>(),
    readBooks(deps, [userId]),
    readPlaces(deps),
    signalsTo(deps, userId, shown),
  ]);
  return { userId, now: deps.clock.now(), people, meetings, book: books.get(userId), troubleOf, told };
}
