import { useDeferredValue } from 'react';

/** How many entries of a list to render: the first few at once, then all. */
export const useDrawnCount = (first: number): number => useDeferredValue(Infinity, first);
