import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes';
import './Button.css';

export interface ButtonLook {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  /** As wide as its container. */
  readonly full?: boolean;
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'secondary', size = 'm', full = false }: ButtonLook = {}): string {
  return classes('f-button', `f-button--${variant}`, `f-button--${size}`, full && 'f-button--full');
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Work is under way: shown, announced, and not pressable. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/** A native button; `type` is 'button' unless said otherwise. */
export function Button({
  variant,
  size,
  full,
  busy = false,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(full && { full }) };
  return (
    <button
      {...rest}
      type={type}
      className={classes(buttonClass(look), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="f-button__spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** What it does, in words. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A round button with an icon only; its label is its name and tooltip. */
export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes('f-icon-button', className)}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}
