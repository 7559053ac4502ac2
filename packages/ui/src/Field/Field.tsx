import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { classes } from '../classes';
import './Field.css';

interface FieldText {
  readonly label: string;
  /** For screen readers only. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  /** Shown beside the field and announced; marks the field invalid. */
  readonly error?: string | null | undefined;
}

interface FrameProps extends FieldText {
  readonly id: string;
  readonly counter?: string | null;
  readonly children: ReactNode;
}

type OwnProps = FieldText & { readonly id?: string | undefined; readonly className?: string | undefined };

/** Splits the props of a field into those of its frame and those of its control. */
function useField<Props extends OwnProps>(
  { label, hideLabel, hint, error, id, className, ...rest }: Props,
  look?: string,
) {
  const own = useId();
  const fieldId = id ?? own;
  return {
    frame: { id: fieldId, label, hideLabel: hideLabel ?? false, hint, error },
    control: {
      ...rest,
      id: fieldId,
      className: classes('f-field__input', look, className),
      'aria-invalid': error ? true : undefined,
      'aria-describedby':
        [hint && `${fieldId}-hint`, error && `${fieldId}-error`].filter(Boolean).join(' ') || undefined,
    },
  };
}

function FieldFrame({ id, label, hideLabel, hint, error, counter, children }: FrameProps) {
  return (
    <div className={classes('f-field', error && 'f-field--invalid')}>
      <label className={classes('f-field__label', hideLabel && 'f-visually-hidden')} htmlFor={id}>
        {label}
      </label>
      {children}
      {(hint || counter) && (
        <div className="f-field__foot">
          <span id={`${id}-hint`}>{hint}</span>
          {counter && <span>{counter}</span>}
        </div>
      )}
      {error && (
        <p className="f-field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface CounterProps {
  /** Shows how many of `maxLength` characters are used. */
  readonly counter?: boolean;
}

const counterText = (counter: boolean | undefined, value: unknown, max: number | undefined) =>
  counter && max ? `${String(value ?? '').length}/${max}` : null;

interface TextFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'>, FieldText, CounterProps {
  readonly prefix?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled single-line input with hint, error and counter. */
export function TextField({ counter, prefix, ...props }: TextFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame} counter={counterText(counter, props.value, props.maxLength)}>
      <div className="f-field__box">
        {prefix && <span className="f-field__prefix">{prefix}</span>}
        <input {...control} />
      </div>
    </FieldFrame>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldText, CounterProps {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled text box of several lines. */
export function TextArea({ counter, ...props }: TextAreaProps) {
  const { frame, control } = useField(props, 'f-field__input--area');
  return (
    <FieldFrame {...frame} counter={counterText(counter, props.value, props.maxLength)}>
      <textarea rows={4} {...control} />
    </FieldFrame>
  );
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldText {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A labelled list of which one is chosen. Disabled, as while a choice is saved, it keeps the focus. */
export function Select({ options, disabled, onChange, ...props }: SelectProps) {
  const { frame, control } = useField(props, 'f-field__input--select');
  return (
    <FieldFrame {...frame}>
      <select
        {...control}
        aria-disabled={disabled || undefined}
        onChange={(event) => disabled || onChange?.(event)}
        onMouseDown={(event) => disabled && event.preventDefault()}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
