/** The color of each kind of message. */
export const TONES = { success: 'green', failure: 'red', info: 'blue', warning: 'yellow' } as const;
