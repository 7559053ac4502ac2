import { message } from '@flint/texts';

/** Actions for 'Failed to <action>: …', and the text for a browser that refuses. */
export const alertAction = {
  on: message('turn alerts on'),
  off: message('turn alerts off'),
  refused: message('This browser could not turn alerts on. Please try again later.'),
} as const;
