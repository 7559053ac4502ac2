import { LIMITS, type Offer, type Person } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { useUnsavedForm, useNow } from '@flint/remote-kit/data';
import { localized, plural, t } from '@flint/texts';
import { Button, FormDialog, loadable, Notice, Row, Soft, TextField } from '@flint/ui';
import { useEffect, useRef, useState } from 'react';
import { daysLater } from '../shared/days-later';
import { fromField, longDate, timeAlone, timeOnTile, toField } from '../shared/dates';
import { LineField } from '../shared/LineField';
import { OTHER, SharedHours } from '../shared/SharedHours';
import { TimeNotes } from '../shared/TimeNotes';
import { WhenField } from '../shared/WhenField';
import type { Counter } from './use-answers';

interface RescheduleDialogProps {
  readonly offer: Offer;
  readonly partner: Person;
  /** The time that is chosen at first, instead of the one chosen last. */
  readonly time?: string | null;
  /** Why the server refused it. */
  readonly problem?: string | null;
  readonly onClose: () => void;
  /** `onSent` is called once the server has it; until then what is typed stays on the device. */
  readonly onPropose: (counter: Counter, onSent: () => void) => void;
}

const PlacePicker = loadable(() => import('../places/PlacePicker').then((module) => module.PlacePicker));

/**
 * Proposes another time; none is chosen at first. The place can be changed once a time is chosen; a warning says if it is closed then or not on
 * the list any more. Only a different time can be sent (spec 2).
 */
export function RescheduleDialog({
  offer,
  partner,
  time = null,
  problem,
  onClose,
  onPropose,
}: RescheduleDialogProps) {
  const [{ when, location, placeId, message }, change, dropDraft] = useUnsavedForm(`reschedule:${offer.id}`, {
    // an instant, or the text of the field for another time, which writes two hours alike when clocks go back
    when: '',
    location: offer.location,
    placeId: '',
    message: '',
  });
  const begin = useRef(() => time && change({ when: time }));
  useEffect(() => void begin.current(), []);
  const [isOwn, setOwn] = useState(false);
  const now = useNow();
  const proposed = new Date(offer.proposedDate);
  const shared = (offer.sharedTimes ?? []).filter((at) => Date.parse(at) > now);
  const hour = shared.find((at) => at === when);
  // nothing, until the student chooses
  const choice = isOwn || (!hour && (when || shared.length === 0)) ? OTHER : (hour ?? '');
  const chosen = fromField(when);
  const isDifferent = chosen !== null && chosen.getTime() !== proposed.getTime();
  const isPossible =
    chosen !== null &&
    chosen.getTime() > now &&
    chosen.getTime() <= now + LIMITS.offerDaysAhead * 24 * HOUR_MS;
  const isStaying = !placeId && ['', offer.location].includes(location.trim());
  const later = [
    { label: t('One hour later'), at: new Date(proposed.getTime() + HOUR_MS) },
    { label: t('A day later'), at: daysLater(proposed, 1) },
    { label: t('A week later'), at: daysLater(proposed, 7) },
  ].filter(({ at }) => at.getTime() > now);

  const handlePropose = async () => {
    if (!isDifferent || !isPossible) return;
    onClose();
    const counter = {
      ...(message.trim() && { message: message.trim() }),
      rescheduleData: {
        proposedDate: chosen.toISOString(),
        activity: offer.activity,
        ...(!isStaying && { location: location.trim() }),
        ...(placeId && { placeId }),
      },
    };
    onPropose(counter, dropDraft);
  };

  return (
    <FormDialog
      title={t('Reschedule')}
      submitLabel={isDifferent && t('Propose {time}', { time: timeOnTile(chosen.toISOString(), now) })}
      ready={isPossible}
      isMainLong
      onClose={onClose}
      onSubmit={handlePropose}
    >
      {problem && <Notice tone="failure">{problem}</Notice>}
      <Soft>
        {t('Instead of {day}, {time}', {
          day: longDate(offer.proposedDate),
          time: timeAlone(offer.proposedDate),
        })}
      </Soft>
      {shared.length > 0 ? (
        <SharedHours
          times={shared}
          chosen={choice}
          onChoose={(at) => {
            setOwn(at === OTHER);
            change({ when: at === OTHER ? '' : at });
          }}
        />
      ) : (
        later.length > 0 && (
          <Row gap={2} role="group" aria-label={t('Suggestions')}>
            {later.map(({ label, at }) => (
              <Button
                key={label}
                size="s"
                aria-pressed={chosen?.getTime() === at.getTime()}
                onClick={() => change({ when: at.toISOString() })}
              >
                {localized(label)}
              </Button>
            ))}
          </Row>
        )
      )}
      {choice === OTHER && (
        <WhenField
          label={t('Your time')}
          value={when.endsWith('Z') ? toField(new Date(when)) : when}
          onChange={(value) => {
            // stays while one part of it is empty, when it has no value
            setOwn(true);
            change({ when: value });
          }}
          error={
            chosen && !isPossible
              ? plural(
                  LIMITS.offerDaysAhead,
                  'Choose a time within the next day.',
                  'Choose a time within the next {n} days.',
                )
              : null
          }
        />
      )}
      {chosen && isPossible && <TimeNotes proposed={chosen.toISOString()} />}
      {chosen && !isDifferent && (
        <p role="status">{t('Choose a time that differs from the proposed one.')}</p>
      )}
      {chosen && (
        <>
          {isDifferent && isPossible && offer.placeId && (
            <PlacePicker
              at={chosen.toISOString()}
              kinds={[]}
              current={offer.placeId}
              chosen={placeId || (isStaying ? offer.placeId : null)}
              onChoose={(id, words) => change({ placeId: id, location: words })}
            />
          )}
          <TextField
            label={t('Location')}
            value={location}
            maxLength={LIMITS.locationMax}
            hint={location.trim() === '' && t('Place stays: {place}', { place: offer.location })}
            onChange={(event) => change({ location: event.target.value, placeId: '' })}
          />
          <LineField name={partner.name} value={message} onChange={(line) => change({ message: line })} />
        </>
      )}
    </FormDialog>
  );
}
