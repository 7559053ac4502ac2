import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component is still on screen, for what ends later: a dialog that was closed must not act any more. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
