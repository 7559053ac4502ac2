import { useId, type ReactNode } from 'react';
import { classes } from '../classes';
import './Choice.css';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly disabled?: boolean;
}

interface OptionListProps {
  readonly legend: ReactNode;
  readonly hideLegend?: boolean;
  readonly hint?: ReactNode;
  readonly type: 'radio' | 'checkbox';
  readonly options: readonly ChoiceOption[];
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Big tappable rows around native radios or checkboxes. */
export function OptionList({
  legend,
  hideLegend = false,
  hint,
  type,
  options,
  values,
  onChange,
}: OptionListProps) {
  const name = useId();
  const toggle = (value: string, on: boolean) => {
    if (type === 'radio') onChange([value]);
    else onChange(on ? [...values, value] : values.filter((each) => each !== value));
  };
  return (
    <fieldset className="f-options">
      <legend className={classes('f-options__legend', hideLegend && 'f-visually-hidden')}>{legend}</legend>
      {hint && <p className="f-options__hint">{hint}</p>}
      {options.map(({ value, label, description, disabled }) => (
        <label key={value} className="f-option">
          <input
            type={type}
            name={name}
            value={value}
            checked={values.includes(value)}
            disabled={disabled}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          <span className="f-option__text">
            {label}
            {description && <small>{description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
