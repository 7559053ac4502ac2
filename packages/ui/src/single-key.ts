import { readHabit } from './habits';

const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

/** Longest pause, in milliseconds, between `g` and the key of a screen after it. */
export const SEQUENCE_MS = 1_200;

/** Whether a single-key shortcut may act: not while typing, in a dialog, with a modifier, or when disabled (WCAG 2.1.4). */
export const isSingleKey = ({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target instanceof Element && target.closest(FIELDS)) &&
  readHabit('singleKeys') !== 'off' &&
  document.querySelector('dialog[open]') === null;
