import type { Route } from '@flint/contracts';
import type { Input } from '../../http/bind';
import type { Actor } from '../../http/session';
import { ENGLISH } from '../../texts/index';
import type { Deps } from '../resource';
import type { Found } from './answers';
import { readBooks, type Book } from './date-book';
import { meetingsOf } from './meetings';
import { readPlaces } from './offered-place';
import type { Viewer } from './offers.serializer';
import { peopleOf } from './people';
import { hasBegun } from './thread';
import { signalsTo } from './your-date/your-date';

/** Who sees offers, and in which language. */
export type Reader = Pick<Input<Route>, 'actor' | 'texts'>;

/** Loads what `toOffer` needs besides these offers: the viewer's own facts and the cards of the people. Without a session, cards have no photo. Reads the viewer's date book unless it is given. */
export async function viewerOf(
  deps: Deps,
  actor: Pick<Actor, 'userId'> & Partial<Pick<Actor, 'sessionId'>>,
  shown: readonly Pick<Found, 'thread' | 'round'>[],
  {
    book,
    texts = ENGLISH,
  }: {
    readonly book?: Book | undefined;
    readonly texts?: Reader['texts'];
  } = {},
): Promise<Viewer> {
  const { userId } = actor;
  // only a date that is over has an answer to whether they met
  const hasDate = shown.some(({ round }) => hasBegun(round));
  const [people, meetings, own, { troubleOf }, told] = await Promise.all([
    peopleOf(deps, actor, [...new Set(shown.map(({ thread }) => thread))], texts),
    hasDate ? meetingsOf(deps, userId) : new Map<string, never>(),
    book ?? readBooks(deps, [userId]).then((books) => books.get(userId)),
    readPlaces(deps),
    signalsTo(deps, userId, shown),
  ]);
  return { userId, texts, now: deps.clock.now(), people, meetings, book: own, troubleOf, told };
}
