import type { Offer } from '@flint/contracts';
import { useListPlacesQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Notice } from '@flint/ui';
import { PlaceLinks } from './PlaceLinks';
import { placesFor } from './place-words';
import './places.css';

const OTHERS_SHOWN = 3;

/** What the reader can do about it. */
function wayOut({ can }: Offer): string {
  if (can.reschedule) return t('Propose another place: Reschedule.');
  if (can.withdraw) return t('You can take the offer back and propose another place.');
  return t('Agree on another place, or call the date off and plan it anew.');
}

/** Says to both that the place of an offer is gone or closed then, and which others of its kind are open. */
export function PlaceTrouble({ offer }: { readonly offer: Offer }) {
  const { data } = useListPlacesQuery();
  const own = data?.items.find(({ id }) => id === offer.placeId);
  const { open, liked } = placesFor(data?.items ?? [], {
    at: offer.proposedDate,
    timezone: data?.timezone ?? 'UTC',
    kinds: own ? [own.kind] : [],
  });
  const others = (liked.length > 0 ? liked : open).slice(0, OTHERS_SHOWN);
  return (
    <Notice
      tone="warning"
      title={
        offer.placeTrouble === 'closed'
          ? t('This place is closed at that time')
          : t('This place is no longer on the university’s list')
      }
    >
      <p>{wayOut(offer)}</p>
      {others.length > 0 && (
        <>
          <p>{t('Open then:')}</p>
          <ul className="p-others">
            {others.map((place) => (
              <li key={place.id}>
                <PlaceLinks place={place} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
