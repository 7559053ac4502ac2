import { t } from '@flint/texts';
import { OptionList, Soft, zoneName } from '@flint/ui';
import { endOfDate, timeAlone } from './dates';
import { TimeTile } from './TimeTile';

/** Both are free for as long as a date lasts. */
const freeHours = (at: string): string =>
  t('Both free {from} to {to}', {
    from: timeAlone(at),
    to: timeAlone(endOfDate(at).toISOString()),
  });

/** The choice of another time. */
export const OTHER = 'other';

interface SharedHoursProps {
  readonly times: readonly string[];
  /** One of the times, `OTHER`, or nothing yet. */
  readonly chosen: string;
  readonly onChoose: (choice: string) => void;
}

/** The hours when both are free, one in each row, and last the choice of another time. */
export function SharedHours({ times, chosen, onChoose }: SharedHoursProps) {
  return (
    <OptionList
      legend={
        <>
          {t('When you are both free')} <Soft as="span">{zoneName()}</Soft>
        </>
      }
      type="radio"
      values={[chosen]}
      onChange={([choice = OTHER]) => onChoose(choice)}
      options={[
        ...times.map((at) => ({ value: at, label: freeHours(at), picture: <TimeTile at={at} /> })),
        { value: OTHER, label: t('Another time'), picture: <TimeTile at={null} /> },
      ]}
    />
  );
}
