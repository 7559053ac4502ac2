import { useState } from 'react';

/**
 * The entry on show beside its list: the one the address names, else the one shown last at this address while it is there, else the
 * first. So an entry that moves within the list stays on show, one that leaves it makes room, and the back button leads to the first.
 */
export function useChosen<T>(
  entries: readonly T[],
  idOf: (entry: T) => string,
  named: string | undefined,
): T | null {
  const [last, setLast] = useState<{ named: string | undefined; id: string | null }>({ named, id: null });
  const find = (id: string | null | undefined) => entries.find((entry) => idOf(entry) === id);
  const kept = last.named === named ? last.id : null;
  const chosen = find(named) ?? find(kept) ?? entries[0] ?? null;
  const id = chosen && idOf(chosen);
  if (last.named !== named || (id !== null && id !== last.id)) setLast({ named, id });
  return chosen;
}
