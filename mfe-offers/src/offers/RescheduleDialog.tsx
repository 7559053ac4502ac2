import { LIMITS, type BodyOf, type Offer, type Person, type ROUTES } from '@flint/contracts';
import { Button, Dialog, TextArea, TextField } from '@flint/ui';
import { useState } from 'react';
import { fromField, longDate, timeRange, toField } from '../shared/dates';
import { useNow } from '../shared/use-now';
import { WhenField } from '../shared/WhenField';

type More = Pick<BodyOf<typeof ROUTES.respondToOffer>, 'message' | 'rescheduleData'>;

interface RescheduleDialogProps {
  readonly offer: Offer;
  readonly partner: Person;
  readonly onClose: () => void;
  readonly onPropose: (more: More) => Promise<boolean>;
}

const HOUR_MS = 3_600_000;
const LATER = [
  { label: 'One hour later', ms: HOUR_MS },
  { label: 'A day later', ms: 24 * HOUR_MS },
  { label: 'A week later', ms: 7 * 24 * HOUR_MS },
] as const;

/** Proposes another time: the place can be changed once a time is chosen, and a time that differs can be sent (spec 2). */
export function RescheduleDialog({ offer, partner, onClose, onPropose }: RescheduleDialogProps) {
  const [when, setWhen] = useState('');
  const [location, setLocation] = useState('');
  const [message, setMessage] = useState('');
  const chosen = fromField(when);
  const proposed = new Date(offer.proposedDate);
  const isDifferent = chosen !== null && chosen.getTime() !== proposed.getTime();
  const now = useNow();
  const isPossible =
    chosen !== null &&
    chosen.getTime() > now &&
    chosen.getTime() <= now + LIMITS.offerDaysAhead * 24 * HOUR_MS;
  const suggestions = LATER.map(({ label, ms }) => ({ label, at: new Date(proposed.getTime() + ms) })).filter(
    ({ at }) => at.getTime() > now,
  );

  const handlePropose = () => {
    if (!chosen) return;
    onClose();
    void onPropose({
      ...(message.trim() && { message: message.trim() }),
      rescheduleData: {
        proposedDate: chosen.toISOString(),
        activity: offer.activity,
        ...(location.trim() && { location: location.trim() }),
      },
    });
  };

  return (
    <Dialog
      open
      title="Reschedule"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isDifferent && (
            <Button variant="primary" disabled={!isPossible} onClick={handlePropose}>
              Reschedule
            </Button>
          )}
        </>
      }
    >
      <p className="o-quiet">
        {partner.name} proposed {longDate(offer.proposedDate)}, {timeRange(offer.proposedDate)}.
      </p>
      {suggestions.length > 0 && (
        <div className="o-quick" role="group" aria-label="Suggestions">
          {suggestions.map(({ label, at }) => (
            <Button
              key={label}
              size="s"
              aria-pressed={when === toField(at)}
              onClick={() => setWhen(toField(at))}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <WhenField
        label="Your time"
        value={when}
        onChange={setWhen}
        error={chosen && !isPossible ? `Choose a time within the next ${LIMITS.offerDaysAhead} days.` : null}
      />
      {chosen && !isDifferent && <p role="status">Choose a time that differs from the proposed one.</p>}
      {chosen && (
        <>
          <TextField
            label="Location (optional)"
            value={location}
            maxLength={LIMITS.locationMax}
            placeholder={offer.location}
            hint="Leave it empty to keep the place."
            onChange={(event) => setLocation(event.target.value)}
          />
          <TextArea
            label="Message (optional)"
            rows={2}
            value={message}
            maxLength={LIMITS.offerMessageMax}
            counter
            onChange={(event) => setMessage(event.target.value)}
          />
        </>
      )}
    </Dialog>
  );
}
