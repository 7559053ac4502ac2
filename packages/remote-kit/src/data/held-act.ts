import { useSyncExternalStore } from 'react';
import type { Outbox } from '../outbox/outbox';
import { createStore } from '../store';
import { hasUnsavedWork } from './unsaved-work';

/** How long an action can be undone, in milliseconds. */
export const UNDO_MS = 5_000;

export interface HeldAct {
  /** Identifies the action and its object, such as `decline:<offer id>`. */
  readonly key: string;
  /** What the action does, in the student's language. */
  readonly text: string;
  /**
   * Performs it; called once, when the time is over, or an action with another key is held. A closed page sends nothing. Absent if it was already
   * performed. Returns, or resolves to, whether it was accepted.
   */
  readonly send?: () => boolean | Promise<boolean>;
  readonly undo?: () => void;
}

const held = createStore<HeldAct | null>(null);
/** Actions that were sent and not answered yet. */
const sending = createStore<readonly HeldAct[]>([]);
/** Of each of these, whether it was accepted, once it is answered. */
const answers = new Set<Promise<boolean>>();
/** The last action whose time passed while the page slept. */
const missed = createStore<HeldAct | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let since = 0;

function set(next: HeldAct | null): void {
  clearTimeout(timer);
  held.set(next);
}

/** Performs the held action, and resolves when it has ended: to false if it was refused, or if the page slept too long to send it. */
export async function sendHeld(): Promise<boolean> {
  const act = held.get();
  if (!act) return true;
  if (act.send && Date.now() - since >= 2 * UNDO_MS) {
    undoHeld();
    missed.set(act);
    return false;
  }
  set(null);
  sending.set([...sending.get(), act]);
  const answer = perform(act);
  answers.add(answer);
  try {
    return await answer;
  } finally {
    answers.delete(answer);
    sending.set(sending.get().filter((each) => each !== act));
  }
}

/** A remote of an older release may return nothing for an act that was accepted. */
const perform = async ({ send }: HeldAct): Promise<boolean> => (await send?.()) !== false;

/** Sends the held action, and waits for those that are being sent; resolves to whether all were accepted. */
export async function sendActs(): Promise<boolean> {
  return !(await Promise.all([sendHeld(), ...answers])).includes(false);
}

/**
 * Sends actions and all unsent changes; resolves to whether all were accepted and nothing is left on this device. Called before sign-out,
 * which deletes the rest.
 */
export async function sendAll(outbox: Outbox): Promise<boolean> {
  const isAccepted = await sendActs();
  return (await outbox.flush()) && isAccepted && !hasUnsavedWork(outbox);
}

/**
 * Holds an action for five seconds, during which it can be undone; performs the one held before, unless it has the same key: a second click, or
 * another answer to the same question, replaces it. A page that slept meanwhile (a phone in a pocket, a closed laptop) does not send late, as if
 * it had been closed.
 */
export function holdAct(act: HeldAct): void {
  if (act.key !== held.get()?.key) void sendHeld();
  set(act);
  since = Date.now();
  timer = setTimeout(() => void sendHeld(), UNDO_MS);
}

/** Discards the held action, which was never sent. */
export function undoHeld(): void {
  const act = held.get();
  set(null);
  act?.undo?.();
}

/** The action that can be undone now, as a store; `sending`: those that were sent; `missed`: the last one that a sleeping page did not send. */
export const heldAct = { get: held.get, subscribe: held.subscribe, sending, missed };

export const useHeldAct = (): HeldAct | null => useSyncExternalStore(held.subscribe, held.get);
