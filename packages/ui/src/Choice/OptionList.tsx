import { useId, type ReactNode } from 'react';
import { classes } from '../classes';
import { Kbd } from '../Page/Page';
import './Choice.css';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly disabled?: boolean;
  /** The key that chooses it, shown where there is a keyboard. */
  readonly shortcut?: string | undefined;
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
      {options.map(({ value, label, description, disabled, shortcut }) => (
        <label key={value} className="f-option">
          <input
            type={type}
            name={name}
            value={value}
            checked={values.includes(value)}
            disabled={disabled}
            aria-keyshortcuts={shortcut}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          <span className="f-option__text">
            {label}
            {description && <small>{description}</small>}
          </span>
          {shortcut && (
            <span className="f-option__key" aria-hidden="true">
              <Kbd>{shortcut}</Kbd>
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
