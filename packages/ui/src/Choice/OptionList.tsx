import { useId, type ReactNode } from 'react';
import { classes } from '../classes';
import './Choice.css';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  /** Presses do nothing; it keeps the focus. */
  readonly disabled?: boolean;
  /** Drawn before the label, for example a tile; the input is then at the end. */
  readonly picture?: ReactNode;
}

interface OptionListProps {
  readonly legend: ReactNode;
  readonly hideLegend?: boolean;
  readonly type: 'radio' | 'checkbox';
  readonly options: readonly ChoiceOption[];
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** Shows the keys 1 to 9 where there is a keyboard, if there are no more options. */
  readonly keys?: boolean;
}

/** Big tappable rows around native radios or checkboxes. */
export function OptionList({
  legend,
  hideLegend = false,
  type,
  options,
  values,
  onChange,
  keys = false,
}: OptionListProps) {
  const name = useId();
  const isNumbered = keys && options.length < 10;
  const toggle = (value: string, on: boolean) => {
    if (type === 'radio') onChange([value]);
    else onChange(on ? [...values, value] : values.filter((each) => each !== value));
  };
  return (
    <fieldset className={classes('f-options', isNumbered && 'f-options--keys')}>
      <legend className={classes('f-options__legend', hideLegend && 'f-visually-hidden')}>{legend}</legend>
      {options.map(({ value, label, description, disabled, picture }, i) => (
        <label key={value} className="f-choice f-option">
          <input
            type={type}
            name={name}
            value={value}
            checked={values.includes(value)}
            aria-disabled={disabled || undefined}
            aria-keyshortcuts={isNumbered ? String(i + 1) : undefined}
            onChange={(event) => disabled || toggle(value, event.target.checked)}
          />
          {picture}
          <span className="f-option__text">
            {label}
            {description && <small>{description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
