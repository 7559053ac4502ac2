import type { OutboxParts } from './parts';

const FIRST_MS = 2_000;
export const LONGEST_PAUSE_MS = 60_000;

/** The pauses of the kinds whose last attempt failed; `onEnd` is called when one is over. */
export function createPauses(later: OutboxParts['later'], onEnd: () => void) {
  const running = new Map<string, () => void>();
  const next = new Map<string, number>();
  return {
    has: (kind: string) => running.has(kind),
    isAny: () => running.size > 0,
    /** How long a kind waits that fails once more. */
    nextOf: (kind: string) => next.get(kind) ?? FIRST_MS,
    begin(kind: string, ms: number) {
      next.set(kind, Math.min(this.nextOf(kind) * 2, LONGEST_PAUSE_MS));
      const end = () => {
        running.delete(kind);
        onEnd();
      };
      running.set(kind, later(end, ms));
    },
    /** Ends the pause of a kind, or all, before its time. */
    end(only?: string) {
      for (const [kind, cancel] of running) {
        if (only !== undefined && kind !== only) continue;
        cancel();
        running.delete(kind);
      }
    },
    /** The kind was sent: the next pause is short again. */
    forget: (kind: string) => void next.delete(kind),
  };
}
