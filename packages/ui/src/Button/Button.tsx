import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes';
import './Button.css';

export interface ButtonLook {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  /** As wide as its container. */
  readonly full?: boolean;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'm', full = false }: ButtonLook = {}): string {
  return classes('f-button', `f-button--${variant}`, `f-button--${size}`, full && 'f-button--full');
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Work is in progress: shown and announced. The button keeps the focus, and presses do nothing. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/** A native button; `type` is 'button' by default. */
export function Button({
  variant,
  size,
  full,
  busy = false,
  icon,
  className,
  children,
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(full && { full }) };
  return (
    <button
      aria-disabled={disabled || busy || undefined}
      {...rest}
      type={type}
      className={classes(buttonClass(look), className)}
      disabled={disabled && !busy}
      aria-busy={busy || undefined}
      // also instead of sending the form
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="f-spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** The accessible name. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Dark, so that it shows on every photo. */
  readonly onPhoto?: boolean;
}

/** A round icon button; its label is its name and tooltip. */
export function IconButton({
  label,
  icon,
  onPhoto = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes('f-icon-button', onPhoto && 'f-icon-button--on-photo', className)}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}
