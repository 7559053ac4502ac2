import { useState } from 'react';

/**
 * The entry on show beside its list: the one the address names, else the one shown last while it is there, else the first. So an
 * entry that moves within the list stays on show, and one that leaves it makes room for the first.
 */
export function useChosen<T>(
  entries: readonly T[],
  idOf: (entry: T) => string,
  named: string | undefined,
): T | null {
  const [lastId, setLastId] = useState<string | null>(null);
  const find = (id: string | null | undefined) => entries.find((entry) => idOf(entry) === id);
  const chosen = find(named) ?? find(lastId) ?? entries[0] ?? null;
  const id = chosen && idOf(chosen);
  if (id !== null && id !== lastId) setLastId(id);
  return chosen;
}
