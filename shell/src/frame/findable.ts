import type { Match, Offer } from '@flint/contracts';
import type { Navigation } from '@flint/remote-kit';
import { locale, t } from '@flint/texts';
import { openedData } from '../platform/opened-data';
import type { Command } from './commands';

const when = (offer: Offer): string =>
  new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(offer.proposedDate));

/** The people of the list that was looked at, and the student's offers: only what the screens show, too. */
export async function findable(
  { goTo }: Pick<Navigation, 'goTo'>,
  userId: string,
): Promise<readonly Command[]> {
  const data = openedData();
  if (!data) return [];
  const { store, module } = data;
  // never asked for from here: a first list holds the shared hours of the moment at which somebody looks at it
  const matches = module.api.endpoints.listMatches.select(undefined)(store.getState());
  const offers = await store.dispatch(
    module.api.endpoints.listOffers.initiate(undefined, { subscribe: false }),
  );
  const people = (matches.data?.items ?? []).map((match: Match): Command => ({
    id: `person-${match.userId}`,
    label: [match.name, match.age].filter((each) => each !== null).join(', '),
    own: true,
    icon: 'heart',
    run: () => goTo('matches', { person: match.userId }),
  }));
  const dates = (offers.data?.items ?? []).map((offer: Offer): Command => {
    const isMine = offer.fromUserId === userId;
    const { name } = isMine ? offer.toUser : offer.fromUser;
    return {
      id: `offer-${offer.id}`,
      label: t('{activity} with {name}, {when}', { activity: offer.activity, name, when: when(offer) }),
      own: true,
      icon: 'mail',
      run: () => goTo('offers', { tab: isMine ? 'sent' : 'received', offer: offer.id }),
    };
  });
  return [...people, ...dates];
}
