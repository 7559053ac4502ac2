import { message } from '@flint/texts';

/** Words for 'Failed to <action>: …', and for a browser that refuses. */
export const alertAction = {
  on: message('turn alerts on'),
  off: message('turn alerts off'),
  refused: message('This browser could not turn alerts on. Please try again later.'),
} as const;
