import { WORDING } from '@flint/contracts';
import { placeText } from '@flint/contracts/places/open';
import { useListPlacesQuery, useToday } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import { Button, Notice, Row, Soft } from '@flint/ui';
import { useId, useState, type ReactNode } from 'react';
import { timeOnTile } from '../shared/dates';
import { detailsOf, effortOf, openUntil, placesFor } from './place-words';
import './places.css';

export interface PlacePickerProps {
  /** The instant of the date; null while none is chosen. */
  readonly at: string | null;
  /** Kinds both like, best first. */
  readonly kinds: readonly string[];
  /** Id of the chosen place. */
  readonly chosen: string | null;
  /** Id of the place so far: others are only shown if it is closed then or not on the list any more. */
  readonly current?: string;
  /** Called with the place and its text in an offer. */
  readonly onChoose: (placeId: string, location: string) => void;
  /** Another way to a place. */
  readonly children?: ReactNode;
}

/**
 * Places of the university's list that are open at the chosen hour, as cards; those that both like first. Without a list, or while the
 * `current` place is possible, only `children` is rendered: the text field beside it always works.
 */
export function PlacePicker({ at, kinds, chosen, current, onChoose, children }: PlacePickerProps) {
  const { data } = useListPlacesQuery();
  const [isAll, setAll] = useState(false);
  const name = useId();
  const today = useToday();
  if (!data || data.items.length === 0) return children;
  const { timezone, items } = data;
  const { open, liked } = placesFor(items, { at, timezone, kinds, kept: [chosen, current] });
  if (open.some(({ id }) => id === current)) return children;
  const shown =
    isAll || liked.length === 0 ? [...liked, ...open.filter((each) => !liked.includes(each))] : liked;
  const picked = items.find((place) => place.id === chosen);
  return (
    <fieldset className="f-stack f-gap-2">
      <legend className="f-options__legend">
        {t('Where')}{' '}
        <Soft as="span">
          {[
            at && t('open {time}', { time: timeOnTile(at, today) }),
            liked.length > 0 && !isAll && t('liked by both'),
          ]
            .filter(Boolean)
            .join(', ')}
        </Soft>
      </legend>
      {chosen !== null && !(picked && open.includes(picked)) && (
        <Notice tone="warning">
          <p>
            {picked
              ? t('{place} is closed then. Choose another place or another time.', { place: picked.name })
              : t(WORDING.placeTrouble.removed)}
          </p>
        </Notice>
      )}
      {kinds.length > 0 && liked.length === 0 && open.length > 0 && (
        <Soft>{t('No place for that is open then. These are:')}</Soft>
      )}
      {shown.length === 0 && <Soft>{t('No place of the list is open then. Write one of your own.')}</Soft>}
      <Row scrolls className="p-row">
        {shown.map((place) => (
          <label key={place.id} className="f-choice p-card">
            <input
              type="radio"
              name={name}
              className="f-visually-hidden"
              checked={place === picked}
              onChange={() => onChoose(place.id, placeText(place))}
            />
            {place.picture && <img className="p-picture" src={place.picture} alt="" loading="lazy" />}
            <span className="p-card__text f-stack f-gap-1">
              <strong translate="no">{localized(place.name)}</strong>
              <small>{effortOf(place)}</small>
              {at && <small>{openUntil(place, at, timezone)}</small>}
            </span>
          </label>
        ))}
      </Row>
      {picked && (
        <Soft>
          <span translate="no">{localized(picked.address)}</span>
          {detailsOf(picked)}
        </Soft>
      )}
      <Row gap={3}>
        {children}
        {liked.length > 0 && liked.length < open.length && (
          <Button size="s" variant="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {t('Every open place')}
          </Button>
        )}
      </Row>
    </fieldset>
  );
}
