import { keepHabit, readHabit } from '@flint/ui/habits';
import { useEffect, useRef } from 'react';

/** Leaves time to see the choice. */
const MOMENT_MS = 450;
/** A change within this time after a pointer-up came from the pointer. Arrow keys also change the choice, but only move through the options. */
const POINTER_MS = 300;

/** Whether one tap on a single choice leads to the next question. */
export const isAutoAdvanceOn = (): boolean => readHabit('goOn') !== 'off';

export const setGoesOn = (on: boolean): void => keepHabit('goOn', on ? null : 'off');

const mayMove = () => window.matchMedia?.('(prefers-reduced-motion: no-preference)').matches;

/** Opens the next question shortly after a tap on a single choice, unless the student has left, prefers reduced motion, or turned it off. */
export function useGoOn(questionId: string | undefined, goOn: () => void) {
  const liftedAt = useRef(-Infinity);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), [questionId]);
  const stay = () => clearTimeout(timer.current);
  return {
    handlePointer: () => void (liftedAt.current = performance.now()),
    /** After what asks for more at this question. */
    stay,
    goOnSoon() {
      stay();
      const byPointer = performance.now() - liftedAt.current < POINTER_MS;
      if (byPointer && mayMove() && isAutoAdvanceOn()) timer.current = setTimeout(goOn, MOMENT_MS);
    },
  };
}
