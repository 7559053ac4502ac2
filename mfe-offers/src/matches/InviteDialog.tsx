import { LIMITS, type Match } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useUnsavedForm, useNow, useToday } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import { Button, FormDialog, loadable, Notice, Row, TextField } from '@flint/ui';
import { useEffect, useRef, useState } from 'react';
import { fromField, timeOnTile } from '../shared/dates';
import { LineField } from '../shared/LineField';
import { OTHER, SharedHours } from '../shared/SharedHours';
import { TimeNotes } from '../shared/TimeNotes';
import { useSendOffer } from '../shared/use-send-offer';
import { WhenField } from '../shared/WhenField';
import type { Invitation } from './invitation';
import { inOneLine } from './words';

interface InviteDialogProps extends Invitation {
  readonly onClose: () => void;
  /** Opens it again, at the time that was chosen; returns whether it is open. */
  readonly onReopen: (problem: string | null, time: string) => boolean;
}

const PlacePicker = loadable(() => import('../places/PlacePicker').then((module) => module.PlacePicker));

/** Kinds of places for the activity; if it is not in the list, for every activity that both like. */
function kindsOf({ suggestedActivities }: Match, activity: string): string[] {
  const named = suggestedActivities.filter((each) => each.activity === activity);
  return (named.length > 0 ? named : suggestedActivities).flatMap(({ kinds = [] }) => kinds);
}

/** What the button sends; a long place stands above it, in its card or its field. */
function sendLabel(time: string, place: string): string {
  const whole = t('Send: {time}, {place}', { time, place });
  return whole.length > LIMITS.lineMax ? t('Send: {time}', { time }) : whole;
}

/**
 * An invitation, filled in with a shared time, and with the ready plan of that time or a shared activity: one more tap closes it and sends it
 * after five seconds. What is typed stays on the device until the server has it.
 */
export function InviteDialog({ match, time, problem, onClose, onReopen }: InviteDialogProps) {
  const { online } = usePlatform();
  const today = useToday();
  const now = useNow();
  const isAhead = (at: string) => Date.parse(at) > now;
  const { send } = useSendOffer(match);
  const [begin] = useState(time || (match.sharedTimes[0] ?? OTHER));
  const plan = match.plans?.find((each) => each.time === begin);
  const first = plan ?? match.suggestedActivities[0];
  const [typed, change, dropDraft] = useUnsavedForm(`offer:${match.userId}`, {
    choice: '',
    own: '',
    activity: first?.activity ?? '',
    location: first?.location ?? '',
    placeId: plan?.placeId ?? '',
    message: '',
  });
  const { own, activity, location, placeId, message } = typed;
  const showTapped = useRef(() => time && typed.choice && change({ choice: time }));
  useEffect(() => void showTapped.current(), []);
  const [isOwn, setOwn] = useState(
    () => !match.suggestedActivities.some((each) => each.activity === activity),
  );
  const read = typed.choice || begin;
  const isOffered = read === OTHER || match.sharedTimes.includes(read) || (read === begin && isAhead(begin));
  // a time that has passed, or of an earlier day's list, is not exchanged for one that the student did not read
  const choice = isOffered ? read : match.sharedTimes.length > 0 ? '' : OTHER;
  const asked = choice === OTHER ? (fromField(own)?.toISOString() ?? null) : choice;
  const proposed = asked && isAhead(asked) ? asked : null;
  const isReady = proposed !== null && activity.trim() !== '' && location.trim() !== '';

  const submitLabel =
    proposed === null
      ? t('Choose a time')
      : activity.trim() === ''
        ? t('Choose an activity')
        : location.trim() === ''
          ? t('Choose a place')
          : sendLabel(timeOnTile(proposed, today), location.split(',')[0]!.trim());

  const handleSubmit = async () => {
    if (!isReady) return;
    const offer = {
      proposedDate: proposed,
      activity: activity.trim(),
      location: location.trim(),
      ...(placeId && { placeId }),
      ...(message.trim() && { message: message.trim() }),
    };
    send(offer, offer.location, { onSent: dropDraft, reopen: (why) => onReopen(why, choice) });
    onClose();
  };

  const pick = (picked: (typeof match.suggestedActivities)[number]) => {
    // the place of the plan suits the activity of the plan
    const isPlanned = placeId !== '' && placeId === plan?.placeId && picked.activity !== activity;
    setOwn(false);
    change({
      activity: picked.activity,
      ...(isPlanned && { placeId: '', location: picked.location ?? '' }),
      ...(picked.location && !placeId && { location: picked.location }),
    });
  };

  const ownActivity = isOwn && (
    <TextField
      label={t('Activity')}
      value={activity}
      maxLength={LIMITS.activityMax}
      required
      onChange={(event) => change({ activity: event.target.value })}
    />
  );
  return (
    <FormDialog
      title={t('Invite {name}', { name: match.name })}
      submitLabel={submitLabel}
      ready={isReady && online}
      isMainLong
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      {problem && <Notice tone="failure">{problem}</Notice>}
      {proposed && <TimeNotes proposed={proposed} />}
      {match.sharedTimes.length > 0 && (
        <SharedHours
          times={match.sharedTimes}
          chosen={choice}
          onChoose={(value) => change({ choice: value })}
        />
      )}
      {choice === OTHER && (
        <WhenField label={t('Your time')} value={own} onChange={(value) => change({ own: value })} />
      )}
      {match.suggestedActivities.length > 0 ? (
        <fieldset className="f-stack f-gap-2">
          <legend className="f-options__legend">{t('What you both like')}</legend>
          <Row gap={2} scrolls>
            {match.suggestedActivities.map((each) => (
              <Button
                key={each.activity}
                size="s"
                aria-pressed={!isOwn && each.activity === activity}
                onClick={() => pick(each)}
              >
                {localized(inOneLine(each.activity))}
              </Button>
            ))}
            <Button
              size="s"
              aria-pressed={isOwn}
              onClick={() => {
                setOwn(true);
                if (!isOwn) change({ activity: '' });
              }}
            >
              {t('Another activity')}
            </Button>
          </Row>
          {ownActivity}
        </fieldset>
      ) : (
        ownActivity
      )}
      <PlacePicker
        at={proposed}
        kinds={kindsOf(match, activity)}
        chosen={placeId || null}
        onChoose={(id, words) => change({ placeId: id, location: words })}
      >
        {placeId && (
          <Button size="s" variant="quiet" onClick={() => change({ placeId: '' })}>
            {t('A place of your own')}
          </Button>
        )}
      </PlacePicker>
      {!placeId && (
        <TextField
          label={t('Location')}
          value={location}
          maxLength={LIMITS.locationMax}
          required
          placeholder={t('Somewhere public, where you both feel at ease')}
          onChange={(event) => change({ location: event.target.value })}
        />
      )}
      <LineField name={match.name} value={message} onChange={(line) => change({ message: line })} />
    </FormDialog>
  );
}
