import { WORDING, type Offer } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useListPlacesQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Notice, Stack } from '@flint/ui';
import { PlaceLinks } from './PlaceLinks';
import { placesFor } from './place-words';
import { useProposePlace } from './use-propose-place';
import './places.css';

const OTHERS_SHOWN = 3;

/** What the reader can do about it. */
function adviceFor({ can }: Offer): string {
  if (can.reschedule) return t('Propose another place, at the same time with one tap.');
  if (can.withdraw) return t('The other side can propose another place, or you take the offer back.');
  return t('Say in your line on the page of your date where to meet instead, or call the date off.');
}

/** Warns both people that an offer's place is gone or closed at its time, and names open places of the same kind. */
export function PlaceTrouble({ offer }: { readonly offer: Offer }) {
  const { online } = usePlatform();
  const { data } = useListPlacesQuery();
  const { propose, isProposing } = useProposePlace(offer);
  const own = data?.items.find(({ id }) => id === offer.placeId);
  const { open, liked } = placesFor(data?.items ?? [], {
    at: offer.proposedDate,
    timezone: data?.timezone ?? 'UTC',
    kinds: own ? [own.kind] : [],
  });
  const others = (liked.length > 0 ? liked : open).slice(0, OTHERS_SHOWN);
  return (
    <Notice tone="warning" title={t(WORDING.placeTrouble[offer.placeTrouble ?? 'removed'])}>
      <p>{adviceFor(offer)}</p>
      {others.length > 0 && (
        <>
          <p>{t('Open then:')}</p>
          <Stack as="ul" gap={1}>
            {others.map((place) => (
              <li key={place.id}>
                {offer.can.reschedule && (
                  <Button size="s" disabled={!online || isProposing} onClick={() => propose(place)}>
                    {t('Propose {place}', { place: place.name })}
                  </Button>
                )}
                <PlaceLinks place={place} />
              </li>
            ))}
          </Stack>
        </>
      )}
    </Notice>
  );
}
