import { LIMITS, type Offer, type Person } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { useUnsavedForm } from '@flint/remote-kit/data';
import { localized, plural, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import {
  Button,
  Dialog,
  loadable,
  Notice,
  Point,
  Row,
  Soft,
  Stack,
  TextArea,
  TextField,
  TicketTime,
} from '@flint/ui';
import { useEffect, useRef, useState } from 'react';
import { daysLater } from '../shared/days-later';
import { capital, dayAndTime, fromField, longDate, timeRange, toField } from '../shared/dates';
import { OTHER, SharedHours } from '../shared/SharedHours';
import { useNow } from '../shared/use-now';
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
 * Proposes another time, at first the first hour that both share. The place can be changed once a time is chosen; only a different time can be
 * sent (spec 2).
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
    location: '',
    placeId: '',
    message: '',
  });
  const begin = useRef(() => time && change({ when: time }));
  useEffect(() => void begin.current(), []);
  const [isOwn, setOwn] = useState(false);
  const now = useNow();
  const proposed = new Date(offer.proposedDate);
  const shared = (offer.sharedTimes ?? []).filter((at) => Date.parse(at) > now);
  const hour = when === '' ? shared[0] : shared.find((at) => at === when);
  const choice = (!isOwn && hour) || OTHER;
  const chosen = choice === OTHER ? fromField(when) : new Date(choice);
  const isDifferent = chosen !== null && chosen.getTime() !== proposed.getTime();
  const isPossible =
    chosen !== null &&
    chosen.getTime() > now &&
    chosen.getTime() <= now + LIMITS.offerDaysAhead * 24 * HOUR_MS;
  const isStaying = location.trim() === '';
  const place = isStaying
    ? rich('Place stays: {place}', { place: <span translate="no">{offer.location}</span> })
    : rich('New place: {place}', { place: <span translate="no">{location.trim()}</span> });
  const later = [
    { label: t('One hour later'), at: new Date(proposed.getTime() + HOUR_MS) },
    { label: t('A day later'), at: daysLater(proposed, 1) },
    { label: t('A week later'), at: daysLater(proposed, 7) },
  ].filter(({ at }) => at.getTime() > now);

  const handlePropose = () => {
    if (!chosen) return;
    onClose();
    const counter = {
      ...(message.trim() && { message: message.trim() }),
      rescheduleData: {
        proposedDate: chosen.toISOString(),
        activity: offer.activity,
        ...(location.trim() && { location: location.trim() }),
        ...(location.trim() && placeId && { placeId }),
      },
    };
    onPropose(counter, dropDraft);
  };

  return (
    <Dialog
      open
      title={t('Reschedule')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" className={isDifferent ? 'f-dialog__cancel' : ''} onClick={onClose}>
            {t('Cancel')}
          </Button>
          {isDifferent && (
            <Button variant="primary" disabled={!isPossible} onClick={handlePropose}>
              {t('Propose {time}', { time: dayAndTime(chosen.toISOString(), now) })}
            </Button>
          )}
        </>
      }
    >
      {problem && <Notice tone="failure">{problem}</Notice>}
      {isDifferent && (
        <Stack gap={2}>
          <TicketTime at={chosen.toISOString()} was={capital(dayAndTime(offer.proposedDate, now))}>
            {`→\u2002${capital(dayAndTime(chosen.toISOString(), now))}`}
          </TicketTime>
          <Point icon="pin">{place}</Point>
        </Stack>
      )}
      <Soft>
        {rich('{name} proposed {day}, {time}.', {
          name: <span translate="no">{partner.name}</span>,
          day: longDate(offer.proposedDate),
          time: timeRange(offer.proposedDate),
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
          onChange={(value) => change({ when: value })}
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
          {isDifferent && isPossible && (
            <PlacePicker
              at={chosen.toISOString()}
              kinds={[]}
              chosen={placeId || (isStaying ? (offer.placeId ?? null) : null)}
              words={isStaying ? offer.location : ''}
              onChoose={(id, words) => change({ placeId: id, location: words })}
            />
          )}
          <TextField
            label={t('Location (optional)')}
            value={location}
            maxLength={LIMITS.locationMax}
            hint={place}
            onChange={(event) => change({ location: event.target.value, placeId: '' })}
          />
          <TextArea
            label={t('Message (optional)')}
            rows={2}
            value={message}
            maxLength={LIMITS.offerMessageMax}
            counter
            onChange={(event) => change({ message: event.target.value })}
          />
        </>
      )}
    </Dialog>
  );
}
