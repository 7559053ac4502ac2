/** A demo account, and what it shows. */
export interface DemoAccount {
  readonly email: string;
  readonly state: string;
}

/** The demo accounts by the part before the @. */
const STATES: readonly (readonly [name: string, state: string])[] = [
  ['new', 'nothing answered yet'],
  ['halfway', 'half of the questionnaire answered'],
  ['ready', 'complete profile, matches to invite'],
  ['invited', 'offers received: pending, accepted, one to report'],
  ['sender', 'offers sent: pending, declined, rescheduled'],
];

/** The demo accounts at a university's host. */
export const demoAccounts = (host: string): DemoAccount[] =>
  STATES.map(([name, state]) => ({ email: `${name}@${host}`, state }));
