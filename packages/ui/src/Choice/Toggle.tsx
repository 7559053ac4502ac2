import { useId, type ReactNode } from 'react';
import './Choice.css';

interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, hint, checked, onChange, disabled }: CheckboxProps) {
  return (
    <label className="f-choice f-option">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="f-option__text">
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}

/** An on/off switch (WAI-ARIA switch). Disabled, as while a press is saved, it keeps the focus. */
export function Switch({ label, hint, checked, onChange, disabled }: CheckboxProps) {
  const id = useId();
  return (
    <div className="f-switch">
      <label id={`${id}-text`} htmlFor={id} className="f-option__text">
        {label}
        {hint && <small>{hint}</small>}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-text`}
        aria-disabled={disabled || undefined}
        className="f-switch__knob"
        onClick={() => disabled || onChange(!checked)}
      />
    </div>
  );
}
