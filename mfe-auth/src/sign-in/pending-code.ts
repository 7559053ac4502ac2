import * as LIMITS from '@flint/contracts/limits';

/** A code that was requested in this tab. */
export interface PendingCode {
  readonly email: string;
  /** When the next one can be requested, in epoch milliseconds. */
  readonly resendAt: number;
}

/** At sign-out the shell deletes all keys with this prefix. */
const KEY = 'flint:pending-code';
/** A code is valid for ten minutes; then the tab starts again. */
const KEPT_MS = 10 * 60_000;

function isPending(value: unknown): value is PendingCode {
  const { email, resendAt } = (value ?? {}) as Partial<PendingCode>;
  return typeof email === 'string' && typeof resendAt === 'number';
}

/** Survives when a phone unloads the tab while the student reads the mail. Stored for this tab only. */
export function readPendingCode(now = Date.now()): PendingCode | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isPending(value)) return null;
    const askedAt = value.resendAt - LIMITS.codeResendSeconds * 1000;
    return now - askedAt < KEPT_MS ? value : null;
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
