import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadAgain } from './load-again';

/** A component that may not be here yet. */
export interface Loadable<P> {
  (props: P & { readonly fallback?: ReactNode }): ReactNode;
  /** Fetches the code ahead of its use. Rejects with what the import threw; the next call tries again. */
  load(): Promise<void>;
}

/**
 * A component whose code is fetched when it is first drawn; until then its `fallback`, and nothing without one. After a failed import it
 * draws what `drawFailure` gives; without that the error is thrown while drawing, for an error boundary. Not React.lazy: Suspense holds what replaces a fallback back until 300 ms
 * after the fallback appeared (FALLBACK_THROTTLE_MS in react-dom), and here code comes sooner than that. The
 * library of this name takes React 18 at most.
 */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  drawFailure?: (props: P, onRetry: () => void) => ReactNode,
): Loadable<P> {
  let Loaded: ComponentType<P> | undefined;
  const loadOnce = loadAgain(async () => {
    Loaded = await load();
  });

  function Later({ fallback = null, ...props }: P & { readonly fallback?: ReactNode }) {
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    // what has been drawn, not what is here: code may arrive between the drawing and the effect
    const [isDrawn, setDrawn] = useState(Loaded !== undefined);
    useEffect(() => {
      if (isDrawn || failure) return undefined;
      let isWanted = true;
      loadOnce().then(
        () => isWanted && startTransition(() => setDrawn(true)),
        (error: unknown) => isWanted && setFailure({ error }),
      );
      return () => {
        isWanted = false;
      };
    }, [isDrawn, failure]);
    const own = props as unknown as P;
    if (failure && drawFailure) return drawFailure(own, () => setFailure(null));
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...own} /> : fallback;
  }
  return Object.assign(Later, { load: loadOnce });
}
