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
  readonly hint?: ReactNode;
  /** Shown beside the field and announced; marks the field invalid. */
  readonly error?: string | null | undefined;
}

interface FrameProps extends FieldText {
  readonly id: string;
  readonly counter?: string | null;
  readonly children: ReactNode;
}

const describedBy = (id: string, { hint, error }: FieldText) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

function FieldFrame({ id, label, hint, error, counter, children }: FrameProps) {
  return (
    <div className={classes('f-field', error && 'f-field--invalid')}>
      <label className="f-field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      {(hint || counter) && (
        <div className="f-field__foot">
          <span id={`${id}-hint`}>{hint}</span>
          {counter && <span className="f-field__counter">{counter}</span>}
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
export function TextField({
  label,
  hint,
  error,
  counter,
  prefix,
  id,
  className,
  ref,
  ...rest
}: TextFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      hint={hint}
      error={error}
      counter={counterText(counter, rest.value, rest.maxLength)}
    >
      <div className="f-field__box">
        {prefix && <span className="f-field__prefix">{prefix}</span>}
        <input
          {...rest}
          ref={ref}
          id={fieldId}
          className={classes('f-field__input', className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, { label, hint, error })}
        />
      </div>
    </FieldFrame>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldText, CounterProps {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled text box of several lines. */
export function TextArea({
  label,
  hint,
  error,
  counter,
  id,
  className,
  ref,
  rows = 4,
  ...rest
}: TextAreaProps) {
  const own = useId();
  const fieldId = id ?? own;
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      hint={hint}
      error={error}
      counter={counterText(counter, rest.value, rest.maxLength)}
    >
      <textarea
        {...rest}
        rows={rows}
        ref={ref}
        id={fieldId}
        className={classes('f-field__input f-field__input--area', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { label, hint, error })}
      />
    </FieldFrame>
  );
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldText {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function Select({ label, hint, error, options, id, className, ...rest }: SelectProps) {
  const own = useId();
  const fieldId = id ?? own;
  return (
    <FieldFrame id={fieldId} label={label} hint={hint} error={error}>
      <select
        {...rest}
        id={fieldId}
        className={classes('f-field__input f-field__input--select', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { label, hint, error })}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
