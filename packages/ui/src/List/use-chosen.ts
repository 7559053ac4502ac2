import { useState } from 'react';

/**
 * The entry shown beside its list: the one that the address names, else the one last shown at this address if it is still in the list, else
 * the first. So an entry that moves within the list is still shown, one that leaves it is replaced, and the back button shows the first.
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
