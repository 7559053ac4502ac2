import type { Wait } from '@flint/ui/seconds-left';

/** A code that was requested in this tab, and the wait until the next one can be requested. */
export interface PendingCode {
  readonly email: string;
  readonly wait: Wait;
}

/** At sign-out the shell deletes all keys with this prefix. */
const KEY = 'flint:pending-code';
/** A code is valid for ten minutes; then the tab starts again. */
const KEPT_MS = 10 * 60_000;

function isPending(value: unknown): value is PendingCode {
  const { email, wait } = (value ?? {}) as Partial<PendingCode>;
  return typeof email === 'string' && typeof wait?.since === 'number' && typeof wait.seconds === 'number';
}

/** Survives when a phone unloads the tab while the student reads the mail. Stored for this tab only. */
export function readPendingCode(): PendingCode | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isPending(value) && Date.now() - value.wait.since < KEPT_MS ? value : null;
  } catch {
    return null;
  }
}

export function storePendingCode(pending: PendingCode | null): void {
  try {
    if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending));
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is blocked: a reload starts again, nothing else is lost
  }
}
