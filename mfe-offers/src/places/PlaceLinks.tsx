import type { Place } from '@flint/contracts';
import { t } from '@flint/texts';

/** Where a place is, on OpenStreetMap, and its own page: addresses to follow, nothing of others on this page. */
export function PlaceLinks({ place: { name, mapUrl, link } }: { readonly place: Place }) {
  return (
    <p className="p-links">
      <a href={mapUrl} target="_blank" rel="noreferrer">
        {t('{place} on OpenStreetMap', { place: name })}
      </a>
      {link && (
        <a href={link} target="_blank" rel="noreferrer">
          {t('Its own page')}
        </a>
      )}
    </p>
  );
}
