import { DESK_ROUTES, type LogPage } from '@flint/contracts/desk';
import { useCallback, useEffect, useState } from 'react';
import { ask, type Failure } from './ask';

export interface LogState {
  readonly page: LogPage | null;
  readonly checkedAt: string | null;
  readonly failure: Failure | null;
  /** Reads and verifies the log again from its end. */
  readonly check: () => Promise<void>;
  readonly showOlder: () => Promise<void>;
}

/** The operators' log, which the server verifies at each read. */
export function useLog(): LogState {
  const [page, setPage] = useState<LogPage | null>(null);
  const [checkedAt, setCheckedAt] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const read = useCallback(async (before?: number) => {
    const query = before ? { before: String(before) } : {};
    const answer = await ask(DESK_ROUTES.readLog, { query });
    if ('failure' in answer) return setFailure(answer.failure);
    setFailure(null);
    setCheckedAt(new Date().toISOString());
    setPage((known) => {
      if (!before || !known) return answer.data;
      // the rows of a second click are there
      if (known.items.at(-1)?.row !== before) return known;
      return { ...answer.data, items: [...known.items, ...answer.data.items] };
    });
  }, []);
  useEffect(() => void read(), [read]);
  return {
    page,
    checkedAt,
    failure,
    check: () => read(),
    showOlder: () => read(page?.items.at(-1)?.row),
  };
}
