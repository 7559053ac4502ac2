import { LIMITS } from '@flint/contracts/limits';

/** A code that was asked for in this tab. */
export interface PendingCode {
  readonly email: string;
  /** When another may be asked for, in epoch milliseconds. */
  readonly resendAt: number;
}

/** The shell empties every key that starts so at sign-out. */
const KEY = 'flint:pending-code';
/** A code lives ten minutes; afterwards the tab starts over. */
const KEPT_MS = 10 * 60_000;

function isPending(value: unknown): value is PendingCode {
  const { email, resendAt } = (value ?? {}) as Partial<PendingCode>;
  return typeof email === 'string' && typeof resendAt === 'number';
}

/** What a phone forgets when it drops the tab while the student reads the mail; kept for this tab only. */
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

export function keepPendingCode(pending: PendingCode | null): void {
  try {
    if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending));
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is blocked: a reload starts over, nothing else is lost
  }
}
