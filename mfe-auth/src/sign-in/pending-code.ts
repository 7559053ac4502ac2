import * as LIMITS from '@flint/contracts/limits';

/** A wait that began at a time of the device's clock, in epoch milliseconds. */
export interface Wait {
  readonly since: number;
  readonly seconds: number;
}

/** A code that was requested in this tab, and the wait until the next one can be requested. */
export interface PendingCode {
  readonly email: string;
  readonly wait: Wait;
}

/** Whole seconds that are left. A clock that was set back since tells nothing: the server, which decides, can be asked. */
export function secondsLeft({ since, seconds }: Wait): number {
  const passed = (Date.now() - since) / 1000;
  return passed < 0 ? 0 : Math.max(0, Math.ceil(seconds - passed));
}
