import { LIMITS, type Match } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useUnsavedForm } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import {
  Avatar,
  Button,
  Card,
  FormDialog,
  ItemText,
  loadable,
  Notice,
  OptionList,
  Row,
  Stack,
  TextArea,
  TextField,
} from '@flint/ui';
import { fromField, longDate, shortTime, timeRange, zoneName } from '../shared/dates';
import { TimeNotes } from '../shared/TimeNotes';
import { useSendOffer } from '../shared/use-send-offer';
import { WhenField } from '../shared/WhenField';
import type { Invitation } from './invitation';

interface InviteDialogProps extends Invitation {
  readonly onClose: () => void;
  readonly onReopen: (problem: string | null) => boolean;
}

const OTHER = 'other';
const PlacePicker = loadable(() => import('../places/PlacePicker').then((module) => module.PlacePicker));

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
  // a time of an earlier day's list is no longer offered
  const isOffered = typed.choice === OTHER || match.sharedTimes.includes(typed.choice);
  const choice = isOffered ? typed.choice : (time ?? match.sharedTimes[0] ?? OTHER);
  const proposed = choice === OTHER ? (fromField(own)?.toISOString() ?? null) : choice;
  const isReady = proposed !== null && activity.trim() !== '' && location.trim() !== '';

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
      submitLabel={t('Send Offer')}
      ready={isReady && online}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <Card tone="accent" padding="s">
        <Row>
          <Avatar name={match.name} photoUrl={match.photoUrl} size="l" />
          {proposed ? (
            <ItemText title={longDate(proposed)}>{timeRange(proposed)}</ItemText>
          ) : (
            <p>{t('When shall it be?')}</p>
          )}
        </Row>
      </Card>
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
