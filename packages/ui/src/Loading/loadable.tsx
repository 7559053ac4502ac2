import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadAgain } from './load-again';

/** A component that may not be loaded yet. */
export interface Loadable<P> {
  (props: P & { readonly fallback?: ReactNode }): ReactNode;
  /** Loads the code ahead of its use. Rejects with the import's error; the next call tries again. */
  load(): Promise<void>;
}

/**
 * A component whose code is loaded at its first render; until then it renders `fallback`, or nothing. After a failed import it
 * renders `drawFailure`, with the number of failures so far; without that it throws the error for an error boundary. Not React.lazy: Suspense delays the replacement of a
 * fallback by 300 ms (FALLBACK_THROTTLE_MS in react-dom), and our code arrives sooner. The npm package
 * of this name supports React 18 at most.
 */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  drawFailure?: (props: P, onRetry: () => void, failures: number) => ReactNode,
): Loadable<P> {
  let Loaded: ComponentType<P> | undefined;
  const loadOnce = loadAgain(async () => {
    Loaded = await load();
  });

  function Later({ fallback = null, ...props }: P & { readonly fallback?: ReactNode }) {
    const [failure, setFailure] = useState({ count: 0, isShown: false, error: undefined as unknown });
    // compare with what was rendered: the code may arrive between render and effect
    const [isDrawn, setDrawn] = useState(Loaded !== undefined);
    useEffect(() => {
      if (isDrawn || failure.isShown) return undefined;
      let isWanted = true;
      loadOnce().then(
        () => isWanted && startTransition(() => setDrawn(true)),
        (error: unknown) =>
          isWanted && setFailure(({ count }) => ({ count: count + 1, isShown: true, error })),
      );
      return () => {
        isWanted = false;
      };
    }, [isDrawn, failure.isShown]);
    const own = props as unknown as P;
    if (failure.isShown && drawFailure)
      return drawFailure(own, () => setFailure((last) => ({ ...last, isShown: false })), failure.count);
    if (failure.isShown) throw failure.error;
    return Loaded ? <Loaded {...own} /> : fallback;
  }
  return Object.assign(Later, { load: loadOnce });
}
