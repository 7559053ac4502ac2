import { keepHabit, readHabit } from '@flint/ui/habits';
import { useEffect, useRef } from 'react';

/** Long enough to see what was chosen. */
const MOMENT_MS = 450;
/** A change this soon after a pointer was lifted was made by it; arrow keys walk through the choices. */
const POINTER_MS = 300;

/** Whether one tap on a single choice leads to the next question. */
export const goesOn = (): boolean => readHabit('goOn') !== 'off';

export const setGoesOn = (on: boolean): void => keepHabit('goOn', on ? null : 'off');

const mayMove = () => window.matchMedia?.('(prefers-reduced-motion: no-preference)').matches;

/** Goes on a moment after a tap on a single choice, unless the student is elsewhere by then, likes less motion, or has turned it off. */
export function useGoOn(questionId: string | undefined, goOn: () => void) {
  const liftedAt = useRef(-Infinity);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), [questionId]);
  return {
    handlePointer: () => void (liftedAt.current = performance.now()),
    goOnSoon() {
      clearTimeout(timer.current);
      const byPointer = performance.now() - liftedAt.current < POINTER_MS;
      if (byPointer && mayMove() && goesOn()) timer.current = setTimeout(goOn, MOMENT_MS);
    },
  };
}
