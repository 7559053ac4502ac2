import { plural, t } from '@flint/texts';
import { useId, useState } from 'react';
import { Button } from '../Button/Button';
import { classes } from '../classes';
import { Row } from '../Layout/Layout';
import type { ChoiceOption } from './OptionList';
import './Choice.css';
import './Chips.css';

interface ChipsProps {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly options: readonly ChoiceOption[];
  readonly values: readonly string[];
  /** At this many, further chips are disabled; pressing one offers a swap. */
  readonly max?: number;
  /** One choice at most: radios. */
  readonly single?: boolean;
  readonly onChange: (values: string[]) => void;
}

/** Checkboxes or radios as chips, with a count if limited. */
export function Chips({
  legend,
  hideLegend = false,
  options,
  values,
  max,
  single = false,
  onChange,
}: ChipsProps) {
  const name = useId();
  const full = max !== undefined && values.length >= max;
  const [touched, setTouched] = useState<string | null>(null);
  const wanted = full ? options.find(({ value }) => value === touched && !values.includes(value)) : undefined;
  const without = (value: string) => values.filter((each) => each !== value);
  return (
    <fieldset className={classes('f-chips', full && 'f-chips--full')}>
      <legend className={classes('f-options__legend', hideLegend && 'f-visually-hidden')}>{legend}</legend>
      {max !== undefined && (
        <p className="f-soft">
          <span role="status">
            {plural(values.length, '{n} of {max} chosen', '{n} of {max} chosen', { max })}
          </span>
          {full && <> · {t('Choose another to swap it in.')}</>}
        </p>
      )}
      <Row gap={2}>
        {options.map(({ value, label, disabled }) => {
          const on = values.includes(value);
          return (
            <label key={value} className="f-chip" onPointerUp={() => setTouched(value)}>
              <input
                type={single ? 'radio' : 'checkbox'}
                name={single ? name : undefined}
                checked={on}
                disabled={disabled || (full && !on)}
                onChange={() => onChange(single ? [value] : on ? without(value) : [...values, value])}
              />
              <span>{label}</span>
            </label>
          );
        })}
      </Row>
      {wanted && (
        <div
          className="f-chips__swap"
          role="group"
          aria-label={t('Swap in “{wanted}” for', { wanted: wanted.label })}
        >
          <p role="status">{t('Swap in “{wanted}” for', { wanted: wanted.label })}</p>
          <Row gap={2} scrolls>
            {options
              .filter(({ value }) => values.includes(value))
              .map(({ value, label }) => (
                <Button key={value} size="s" onClick={() => onChange([...without(value), wanted.value])}>
                  {label}
                </Button>
              ))}
          </Row>
        </div>
      )}
    </fieldset>
  );
}
