import { useId } from 'react';
import './Choice.css';

interface ScaleProps {
  readonly legend: string;
  readonly lowLabel: string;
  readonly highLabel: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
}

/** A row of radios between two poles. */
export function Scale({ legend, lowLabel, highLabel, value, onChange, min = 1, max = 7 }: ScaleProps) {
  const name = useId();
  const steps = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return (
    <fieldset className="f-scale">
      <legend className="f-options__legend">{legend}</legend>
      <div className="f-scale__row">
        {steps.map((step) => (
          <label key={step} className="f-scale__step">
            <input
              type="radio"
              name={name}
              value={step}
              checked={value === step}
              onChange={() => onChange(step)}
              aria-label={
                step === min ? `${step}, ${lowLabel}` : step === max ? `${step}, ${highLabel}` : String(step)
              }
            />
            <span aria-hidden="true">{step}</span>
          </label>
        ))}
      </div>
      <div className="f-scale__poles" aria-hidden="true">
        <span>{lowLabel}</span>
        <span>{highLabel}</span>
      </div>
    </fieldset>
  );
}
