import type { OutboxParts } from './parts';

const FIRST_MS = 2_000;
export const LONGEST_PAUSE_MS = 60_000;

/** The pauses of the kinds whose last attempt failed; `onEnd` is called when one is over. */
export function createPauses(later: OutboxParts['later'], onEnd: () => void) {
  const running = new Map<string, () => void>();
  /** The next pause of each kind, if it fails once more. */
  const next = new Map<string, number>();
  return {
    running,
    /** Begins a pause after a failed attempt, as long as the server asked for. */
    begin(kind: string, asked?: number) {
      const ms = next.get(kind) ?? FIRST_MS;
      next.set(kind, Math.min(ms * 2, LONGEST_PAUSE_MS));
      const end = () => running.delete(kind) && onEnd();
      running.set(kind, later(end, asked ?? ms));
    },
    /** Ends the pause of one kind, or all pauses, early. */
    end(only?: string) {
      for (const [kind, cancel] of running) if (kind === (only ?? kind) && running.delete(kind)) cancel();
    },
    /** The kind was sent: the next pause is short again. */
    forget: (kind: string) => void next.delete(kind),
  };
}
