import { useDeferredValue } from 'react';

/** How many entries of a list to draw: the first few, so that they are there soon, and right after them all. */
export const useDrawnCount = (first: number): number => useDeferredValue(Infinity, first);
