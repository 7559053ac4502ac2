import { LIMITS, type Match } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useUnsavedForm } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import {
  Avatar,
  Button,
  FormDialog,
  Icon,
  loadable,
  Notice,
  OptionList,
  Row,
  Soft,
  Stack,
  TextArea,
  TextField,
} from '@flint/ui';
import { useState } from 'react';
import { dayAndTime, fromField, longDate, timeRange, zoneName } from '../shared/dates';
import { TimeNotes } from '../shared/TimeNotes';
import { TimeTile } from '../shared/TimeTile';
import { useSendOffer } from '../shared/use-send-offer';
import { WhenField } from '../shared/WhenField';
import type { Invitation } from './invitation';

interface InviteDialogProps extends Invitation {
  readonly onClose: () => void;
  readonly onReopen: (problem: string | null) => boolean;
}

const OTHER = 'other';
const PlacePicker = loadable(() => import('../places/PlacePicker').then((module) => module.PlacePicker));

const focusOn = (field: HTMLElement | null) => field?.focus();

/** Kinds of places for the activity; if it is not in the list, for every activity that both like. */
function kindsOf({ suggestedActivities }: Match, activity: string): string[] {
  const named = suggestedActivities.filter((each) => each.activity === activity);
  return (named.length > 0 ? named : suggestedActivities).flatMap(({ kinds = [] }) => kinds);
}

/**
 * An invitation, filled in with a shared time and a shared activity: one more tap closes it and sends it after five seconds. What is typed stays
 * on the device until the server has it.
 */
export function InviteDialog({ match, time, problem, onClose, onReopen }: InviteDialogProps) {
  const { online } = usePlatform();
  const { send } = useSendOffer(match);
  const [first] = match.suggestedActivities;
  const [typed, change, dropDraft] = useUnsavedForm(`offer:${match.userId}`, {
    choice: '',
    own: '',
    activity: first?.activity ?? '',
    location: first?.location ?? '',
    placeId: '',
    message: '',
  });
  const { own, activity, location, placeId, message } = typed;
  const [isWriting, setWriting] = useState(false);
  // a time of an earlier day's list is no longer offered
  const isOffered = typed.choice === OTHER || match.sharedTimes.includes(typed.choice);
  const choice = isOffered ? typed.choice : (time ?? match.sharedTimes[0] ?? OTHER);
  const proposed = choice === OTHER ? (fromField(own)?.toISOString() ?? null) : choice;
  const isReady = proposed !== null && activity.trim() !== '' && location.trim() !== '';

  const submitLabel =
    proposed === null
      ? t('Choose a time')
      : activity.trim() === ''
        ? t('Choose an activity')
        : location.trim() === ''
          ? t('Choose a place')
          : t('Send: {time}, {place}', { time: dayAndTime(proposed), place: location.split(',')[0]!.trim() });

  const handleSubmit = async () => {
    if (!isReady) return;
    const offer = {
      proposedDate: proposed,
      activity: activity.trim(),
      location: location.trim(),
      ...(placeId && { placeId }),
      ...(message.trim() && { message: message.trim() }),
    };
    send(offer, offer.location, { onSent: dropDraft, reopen: onReopen });
    onClose();
  };

  const pick = (picked: (typeof match.suggestedActivities)[number]) => {
    change({
      activity: picked.activity,
      ...(picked.location && !placeId && { location: picked.location }),
    });
  };

  return (
    <FormDialog
      title={t('Invite {name}', { name: match.name })}
      submitLabel={submitLabel}
      ready={isReady && online}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <div className="f-item">
        <Avatar name={match.name} photoUrl={match.photoUrl} />
        <Soft as="span" className="f-grow">
          {t('Pick one. {name} sees the other hours, too.', { name: match.name })} {zoneName()}
        </Soft>
      </div>
      {problem && <Notice tone="failure">{problem}</Notice>}
      {proposed && <TimeNotes proposed={proposed} />}
      {match.sharedTimes.length > 0 && (
        <OptionList
          legend={t('When you are both free')}
          type="radio"
          values={[choice]}
          onChange={([value]) => change({ choice: value ?? OTHER })}
          options={[
            ...match.sharedTimes.map((each) => ({
              value: each,
              label: longDate(each),
              description: timeRange(each),
              picture: <TimeTile at={each} />,
            })),
            { value: OTHER, label: t('Another time'), picture: <TimeTile at={null} /> },
          ]}
        />
      )}
      {choice === OTHER && (
        <WhenField label={t('Your time')} value={own} onChange={(value) => change({ own: value })} />
      )}
      <Stack gap={2}>
        <TextField
          label={t('Activity')}
          value={activity}
          maxLength={LIMITS.activityMax}
          required
          onChange={(event) => change({ activity: event.target.value })}
        />
        {match.suggestedActivities.length > 0 && (
          <Row gap={2} role="group" aria-label={t('What you both like')}>
            {match.suggestedActivities.map((each) => (
              <Button
                key={each.activity}
                size="s"
                aria-pressed={each.activity === activity}
                onClick={() => pick(each)}
              >
                {localized(each.activity)}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
      <PlacePicker
        at={proposed}
        kinds={kindsOf(match, activity)}
        chosen={placeId || null}
        onChoose={(id, words) => change({ placeId: id, location: words })}
      />
      {placeId ? (
        <Row>
          <Button size="s" variant="quiet" onClick={() => change({ placeId: '' })}>
            {t('A place of your own')}
          </Button>
        </Row>
      ) : (
        <TextField
          label={t('Location')}
          value={location}
          maxLength={LIMITS.locationMax}
          required
          placeholder={t('Somewhere public, where you both feel at ease')}
          onChange={(event) => change({ location: event.target.value })}
        />
      )}
      {isWriting || message ? (
        <TextArea
          label={t('Message (optional)')}
          rows={2}
          value={message}
          maxLength={LIMITS.offerMessageMax}
          counter
          ref={isWriting ? focusOn : null}
          onChange={(event) => {
            setWriting(true);
            change({ message: event.target.value });
          }}
        />
      ) : (
        <Row>
          <Button
            size="s"
            variant="quiet"
            icon={<Icon name="edit" size={18} />}
            onClick={() => setWriting(true)}
          >
            {t('Add a line for {name}', { name: match.name })}
          </Button>
        </Row>
      )}
    </FormDialog>
  );
}
