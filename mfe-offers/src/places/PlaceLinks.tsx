import { Row } from '@flint/ui';
import type { Place } from '@flint/contracts';
import { t } from '@flint/texts';

/** Links to a place on OpenStreetMap and to its own page; nothing foreign is loaded here. */
export function PlaceLinks({ place: { name, mapUrl, link } }: { readonly place: Place }) {
  return (
    <Row as="p" gap={4} className="p-links f-soft">
      <a href={mapUrl} target="_blank" rel="noreferrer">
        {t('{place} on OpenStreetMap', { place: name })}
      </a>
      {link && (
        <a href={link} target="_blank" rel="noreferrer">
          {t('Website')}
        </a>
      )}
    </Row>
  );
}
