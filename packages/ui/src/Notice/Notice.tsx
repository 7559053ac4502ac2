import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon';
import * as icons from '../Icon/icons';
import { keepFocus } from './keep-focus';
import { TONES } from './tones';
import '../tones.css';
import './Notice.css';

interface NoticeProps {
  readonly tone: 'success' | 'failure' | 'info' | 'warning';
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

const ICONS = {
  success: icons.check,
  failure: icons.alert,
  info: icons.spark,
  warning: icons.shield,
} as const;

/** A message in the page: failures are announced assertively, others politely. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div
      ref={keepFocus}
      className={`f-notice f-tone--${TONES[tone]}`}
      role={tone === 'failure' ? 'alert' : 'status'}
    >
      <Icon path={ICONS[tone]} />
      <div className="f-grow f-gap-1">
        {title && <strong>{title}</strong>}
        {children}
      </div>
      {action}
    </div>
  );
}
