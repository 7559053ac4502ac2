import type { ResponseOf } from '@flint/contracts';
import type { DeskRoute } from '@flint/contracts/desk';
import { useCallback, useEffect, useState } from 'react';
import { ask, type Failure } from './ask';

export interface AskedState<T> {
  readonly data: T | null;
  readonly failure: Failure | null;
  readonly load: () => Promise<void>;
}

/** The response of a route, loaded once and by `load`. */
export function useAsked<R extends DeskRoute>(route: R): AskedState<ResponseOf<R>> {
  const [data, setData] = useState<ResponseOf<R> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const load = useCallback(async () => {
    const answer = await ask(route);
    if ('data' in answer) setData(answer.data);
    setFailure('failure' in answer ? answer.failure : null);
  }, [route]);
  useEffect(() => void load(), [load]);
  return { data, failure, load };
}
