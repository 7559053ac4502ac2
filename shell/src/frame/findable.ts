import type { Match, Offer } from '@flint/contracts';
import type { Navigation } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { longDateAndTime } from '@flint/texts/dates';
import { dayAndTime } from '@flint/texts/short-dates';
import { icons } from '@flint/ui';
import { openedData } from '../platform/opened-data';
import type { Command } from './commands';

/** The people on the list of matches, if it is loaded, and the student's offers, as on the screens. */
export async function findable(
  { goTo }: Pick<Navigation, 'goTo'>,
  userId: string,
): Promise<readonly Command[]> {
  const data = openedData();
  if (!data) return [];
  const { store, module } = data;
  // never loaded here: a first list is made from the shared hours at the time when the student opens it
  const matches = module.api.endpoints.listMatches.select(undefined)(store.getState());
  const offers = await store.dispatch(
    module.api.endpoints.listOffers.initiate(undefined, { subscribe: false }),
  );
  const people = (matches.data?.items ?? []).map((match: Match): Command => ({
    id: `person-${match.userId}`,
    label: [match.name, match.age].filter((each) => each !== null).join(', '),
    own: true,
    group: 'people',
    icon: icons.heart,
    person: { name: match.name, photoUrl: match.photoUrl },
    run: () => goTo('matches', { person: match.userId }),
  }));
  const dates = (offers.data?.items ?? []).map((offer: Offer): Command => {
    const isMine = offer.fromUserId === userId;
    const { can } = offer;
    const other = isMine ? offer.toUser : offer.fromUser;
    const name = other.id === null ? t('deleted student') : other.name;
    return {
      id: `offer-${offer.id}`,
      label: t('{activity} with {name}, {when}', {
        activity: offer.activity,
        name,
        when: longDateAndTime(offer.proposedDate),
      }),
      words: `${name}, ${dayAndTime(offer.proposedDate, module.serverNow())}`,
      own: true,
      group: can.decline ? 'waiting' : 'offers',
      icon: icons.mail,
      person: { name, photoUrl: other.photo },
      run: () => goTo('offers', { tab: isMine ? 'sent' : 'received', offer: offer.id }),
    };
  });
  const waiting = dates.filter(({ group }) => group === 'waiting');
  return [...waiting, ...people, ...dates.filter((each) => !waiting.includes(each))];
}
