import { createElement, Fragment, type ReactNode } from 'react';
import { t } from './index';

/** A translated sentence with elements in it: `rich('We sent a code to {email}.', { email: <strong>{email}</strong> })`. */
export function rich(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = t(text)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? values[part] : part));
  return createElement(Fragment, null, ...parts);
}
