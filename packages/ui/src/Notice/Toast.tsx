import { t } from '@flint/texts';
import type { ReactNode } from 'react';
import { IconButton } from '../Button/Button';
import { Icon } from '../Icon/Icon';
import * as icons from '../Icon/icons';
import { keepFocus } from './keep-focus';
import { TONES } from './tones';
import '../tones.css';
import './Toast.css';

export interface ToastItem {
  readonly id: string | number;
  readonly text: string;
  readonly tone: 'success' | 'failure' | 'info';
  /** An action, before it is dismissed. */
  readonly action?: { readonly label: ReactNode; readonly run: () => void };
}

interface ToastProps extends Omit<ToastItem, 'id'> {
  readonly picture?: ReactNode;
  readonly dismissLabel?: string;
  readonly onDismiss?: () => void;
}

/** One temporary alert. */
export function Toast({ text, tone, picture, action, dismissLabel, onDismiss }: ToastProps) {
  const handleAction = () => {
    onDismiss?.();
    action?.run();
  };
  return (
    <div
      // where it cannot be dismissed, what removes it sees to the focus
      ref={onDismiss && keepFocus}
      className={`f-toast f-tone--${tone === 'info' ? 'dark' : TONES[tone]}`}
      role={tone === 'failure' ? 'alert' : 'status'}
    >
      {picture}
      <span>{text}</span>
      {action && (
        <button type="button" className="f-toast__action" onClick={handleAction}>
          {action.label}
        </button>
      )}
      {onDismiss && (
        <IconButton label={dismissLabel ?? t('Dismiss')} icon={<Icon path={icons.x} />} onClick={onDismiss} />
      )}
    </div>
  );
}

interface ToastsProps {
  readonly items: readonly ToastItem[];
  readonly onDismiss: (id: ToastItem['id']) => void;
  /** Another alert, above them. */
  readonly children?: ReactNode;
}

/** Temporary alerts that do not cover the content. */
export function Toasts({ items, onDismiss, children }: ToastsProps) {
  return (
    <div className="f-toasts">
      {children}
      {items.map(({ id, ...item }) => (
        <Toast key={id} {...item} onDismiss={() => onDismiss(id)} />
      ))}
    </div>
  );
}
