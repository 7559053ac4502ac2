import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** How long an act can be undone, in milliseconds. */
export const UNDO_MS = 5_000;

export interface HeldAct {
  /** Names the act and what it is about, such as `decline:<offer id>`. */
  readonly key: string;
  /** What is about to happen, in the student's language. */
  readonly text: string;
  /** Does it; called once, when the time is over, another act is held, or the page goes. Absent: it is done already and can be undone. */
  readonly send?: () => unknown;
  readonly undo?: () => void;
}

const held = createStore<HeldAct | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: HeldAct | null): void {
  clearTimeout(timer);
  held.set(next);
}

/** Sends what is held, and resolves with its end; a call that is made while the page goes outlives it (`transport.ts`). */
export async function sendHeld(): Promise<void> {
  const act = held.get();
  if (!act) return;
  set(null);
  await act.send?.();
}

/** Holds an act for five seconds of 'Undo'; the one held before is sent. */
export function holdAct(act: HeldAct): void {
  void sendHeld();
  set(act);
  timer = setTimeout(sendHeld, UNDO_MS);
}

/** Drops what is held: it was never sent. */
export function undoHeld(): void {
  const act = held.get();
  set(null);
  act?.undo?.();
}

if (typeof addEventListener === 'function') addEventListener('pagehide', sendHeld);

/** The act that can be undone now, and its changes. */
export const heldAct = { get: held.get, subscribe: held.subscribe };

export const useHeldAct = (): HeldAct | null => useSyncExternalStore(held.subscribe, held.get);
