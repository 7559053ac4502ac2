import { classes } from '../classes';
import type { ChoiceOption } from './OptionList';
import './Choice.css';

interface ChipsProps {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly options: readonly ChoiceOption[];
  readonly values: readonly string[];
  /** At this many, further chips are disabled. */
  readonly max?: number;
  readonly onChange: (values: string[]) => void;
}

/** A set of checkboxes drawn as chips, with a count when limited. */
export function Chips({ legend, hideLegend = false, options, values, max, onChange }: ChipsProps) {
  const full = max !== undefined && values.length >= max;
  return (
    <fieldset className="f-chips">
      <legend className={classes('f-options__legend', hideLegend && 'f-visually-hidden')}>{legend}</legend>
      {max !== undefined && (
        <p className="f-options__hint" role="status">
          {values.length} of {max} chosen
        </p>
      )}
      <div className="f-chips__set">
        {options.map(({ value, label, disabled }) => {
          const on = values.includes(value);
          return (
            <label key={value} className="f-chip">
              <input
                type="checkbox"
                checked={on}
                disabled={disabled || (full && !on)}
                onChange={() => onChange(on ? values.filter((each) => each !== value) : [...values, value])}
              />
              <span>{label}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
