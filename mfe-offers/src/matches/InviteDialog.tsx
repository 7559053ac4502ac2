import { LIMITS, type Match } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useCreateOfferMutation, useUnsavedForm } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import { Avatar, Button, FormDialog, loadable, Notice, OptionList, TextArea, TextField } from '@flint/ui';
import { useRef, useState } from 'react';
import { recordAlertMoment } from '../alerts/alert-moment';
import { fromField, longDate, shortTime, timeRange, zoneName } from '../shared/dates';
import { failureText } from '../shared/failure';
import { randomKey } from '../shared/random-key';
import { TimeNotes } from '../shared/TimeNotes';
import { WhenField } from '../shared/WhenField';

interface InviteDialogProps {
  readonly match: Match;
  /** The shared time that is chosen at first. */
  readonly time: string | null;
  readonly onClose: () => void;
}

const OTHER = 'other';
const PlacePicker = loadable(() => import('../places/PlacePicker').then((module) => module.PlacePicker));

/** Kinds of places for the activity; if it is not in the list, for every activity that both like. */
function kindsOf({ suggestedActivities }: Match, activity: string): string[] {
  const named = suggestedActivities.filter((each) => each.activity === activity);
  return (named.length > 0 ? named : suggestedActivities).flatMap(({ kinds = [] }) => kinds);
}

/** An invitation, filled in with a shared time and a shared activity: one more tap sends it. */
export function InviteDialog({ match, time, onClose }: InviteDialogProps) {
  const { notify, online } = usePlatform();
  const [create, { isLoading }] = useCreateOfferMutation();
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
  // a time of an earlier day's list is no longer offered
  const isOffered = typed.choice === OTHER || match.sharedTimes.includes(typed.choice);
  const choice = isOffered ? typed.choice : (time ?? match.sharedTimes[0] ?? OTHER);
  const [problem, setProblem] = useState<string | null>(null);
  // the same content has the same idempotency key: a double click, or a retry after a lost answer, makes one offer
  const sent = useRef({ words: '', key: '' });
  const proposed = choice === OTHER ? (fromField(own)?.toISOString() ?? null) : choice;
  const isReady = proposed !== null && activity.trim() !== '' && location.trim() !== '';

  const handleSubmit = async () => {
    if (!isReady) return;
    setProblem(null);
    const body = {
      toUserId: match.userId,
      proposedDate: proposed,
      activity: activity.trim(),
      location: location.trim(),
      ...(placeId && { placeId }),
      ...(message.trim() && { message: message.trim() }),
    };
    const words = JSON.stringify(body);
    if (sent.current.words !== words) sent.current = { words, key: randomKey() };
    const answer = await create({ idempotencyKey: sent.current.key, body });
    if ('error' in answer) {
      setProblem(failureText(answer.error));
      return;
    }
    dropDraft();
    recordAlertMoment();
    notify(t('Your offer is on its way to {name}.', { name: match.name }), 'success');
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
      submitLabel={t('Send Offer')}
      busy={isLoading}
      ready={isReady && online}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <div className="m-invitee">
        <Avatar name={match.name} photoUrl={match.photoUrl} size="l" />
        <p>
          {proposed ? (
            <>
              <strong>{longDate(proposed)}</strong>
              <br />
              {timeRange(proposed)}
            </>
          ) : (
            t('When shall it be?')
          )}
        </p>
      </div>
      {problem && <Notice tone="failure">{problem}</Notice>}
      {proposed && <TimeNotes proposed={proposed} />}
      {match.sharedTimes.length > 0 && (
        <OptionList
          legend={t('When you are both free')}
          hint={t('Times are in {zone}. {name} sees the others, to propose one of them.', {
            zone: zoneName(),
            name: match.name,
          })}
          type="radio"
          values={[choice]}
          onChange={([value]) => change({ choice: value ?? OTHER })}
          options={[
            ...match.sharedTimes.map((each) => ({ value: each, label: shortTime(each) })),
            { value: OTHER, label: t('Another time') },
          ]}
        />
      )}
      {choice === OTHER && (
        <WhenField label={t('Your time')} value={own} onChange={(value) => change({ own: value })} />
      )}
      <div className="o-form o-form--close">
        <TextField
          label={t('Activity')}
          value={activity}
          maxLength={LIMITS.activityMax}
          required
          onChange={(event) => change({ activity: event.target.value })}
        />
        {match.suggestedActivities.length > 0 && (
          <div className="o-quick" role="group" aria-label={t('What you both like')}>
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
          </div>
        )}
      </div>
      <PlacePicker
        at={proposed}
        kinds={kindsOf(match, activity)}
        chosen={placeId || null}
        onChoose={(id, words) => change({ placeId: id, location: words })}
      />
      <TextField
        label={t('Location')}
        value={location}
        maxLength={LIMITS.locationMax}
        required
        placeholder={t('Somewhere public, where you both feel at ease')}
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
    </FormDialog>
  );
}
