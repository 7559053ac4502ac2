import { LIMITS } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import { useNow } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { TextField, zoneName } from '@flint/ui';
import { toField } from './dates';

interface WhenFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
}

const QUARTER_SECONDS = 900;

/** Browsers count steps from `min`: it must lie on a quarter of an hour itself. */
const atQuarter = (ms: number) => new Date(Math.ceil(ms / (QUARTER_SECONDS * 1000)) * QUARTER_SECONDS * 1000);

/** A date and time in the reader's zone, within the next 60 days; names the zone. */
export function WhenField({ label, value, onChange, error }: WhenFieldProps) {
  const now = useNow();
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={value}
      min={toField(atQuarter(now))}
      max={toField(new Date(now + LIMITS.offerDaysAhead * DAY_MS))}
      step={QUARTER_SECONDS}
      hint={t('Your time zone: {zone}', { zone: zoneName() })}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
