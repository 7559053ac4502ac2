import { readHabit } from './habits';

const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

/** Whether a key alone may act now: not while typing, in a dialog, with a modifier, or turned off (WCAG 2.1.4). */
export const isSingleKey = ({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target instanceof Element && target.closest(FIELDS)) &&
  readHabit('singleKeys') !== 'off' &&
  document.querySelector('dialog[open]') === null;
