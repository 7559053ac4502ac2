import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** How long an action can be undone, in milliseconds. */
export const UNDO_MS = 5_000;

export interface HeldAct {
  /** Identifies the action and its object, such as `decline:<offer id>`. */
  readonly key: string;
  /** What the action does, in the student's language. */
  readonly text: string;
  /** Performs it; called once, when the time is over, or another action is held. A closed page sends nothing. Absent if it was already performed. */
  readonly send?: () => unknown;
  readonly undo?: () => void;
}

const held = createStore<HeldAct | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: HeldAct | null): void {
  clearTimeout(timer);
  held.set(next);
}

/** Performs the held action, and resolves when it has ended. */
export async function sendHeld(): Promise<void> {
  const act = held.get();
  if (!act) return;
  set(null);
  await act.send?.();
}

/** Holds an action for five seconds, during which it can be undone; performs the one held before. */
export function holdAct(act: HeldAct): void {
  void sendHeld();
  set(act);
  timer = setTimeout(sendHeld, UNDO_MS);
}

/** Discards the held action, which was never sent. */
export function undoHeld(): void {
  const act = held.get();
  set(null);
  act?.undo?.();
}

/** The action that can be undone now, as a store. */
export const heldAct = { get: held.get, subscribe: held.subscribe };

export const useHeldAct = (): HeldAct | null => useSyncExternalStore(held.subscribe, held.get);
