import { message, t } from '@flint/texts';
import './Week.css';

/** What an hour of a week holds. `you` and `them`: an offer that waits for the student's or for the other person's answer. */
export type WeekTone = 'agreed' | 'you' | 'them' | 'free' | 'shared';

const TEXTS: Readonly<Record<WeekTone, string>> = {
  agreed: message('Agreed'),
  you: message('Waiting for you'),
  them: message('Waiting for them'),
  free: message('You are free'),
  shared: message('You are both free'),
};

/** A tone in words. */
export const weekText = (tone: WeekTone): string => t(TEXTS[tone]);

/** The colors of a week, in one line. */
export function WeekLegend({ tones }: { readonly tones: readonly WeekTone[] }) {
  return (
    <p className="w-legend f-row f-gap-4 f-soft" aria-hidden="true">
      {tones.map((tone) => (
        <span key={tone} className={`w-key w-tone--${tone}`}>
          {weekText(tone)}
        </span>
      ))}
    </p>
  );
}
