import type { Offer } from '@flint/contracts';
import { useListPlacesQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Icon, icons, VisuallyHidden } from '@flint/ui';
import { walkTo } from './walk-to';

const searchUrl = (place: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;

/** The foot of a date's ticket that leads to a map: of a place of the list by its coordinates. */
export function WayThere({ offer: { location, placeId } }: { readonly offer: Offer }) {
  const { data } = useListPlacesQuery(undefined, { skip: !placeId });
  const place = data?.items.find(({ id }) => id === placeId);
  const walk = walkTo(place);
  return (
    <a
      className="f-ticket__do f-button"
      href={place?.mapUrl ?? searchUrl(location)}
      target="_blank"
      rel="noreferrer noopener"
    >
      <Icon path={icons.pin} size={18} />
      {walk || t('Directions')}
      <VisuallyHidden>
        {walk && ` ${t('Directions')}`} ({t('Opens OpenStreetMap in a new tab')})
      </VisuallyHidden>
    </a>
  );
}
