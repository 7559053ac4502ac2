import { api, heldAct, useDispatch, useHeldAct } from '@flint/remote-kit/data';
import { useMemo, useSyncExternalStore } from 'react';

/** The keys of the action that can be undone, and of those that were sent and not answered yet. */
export function usePendingKeys(): readonly string[] {
  const held = useHeldAct();
  const sending = useSyncExternalStore(heldAct.sending.subscribe, heldAct.sending.get);
  return useMemo(() => [...sending, held].flatMap((act) => act?.key ?? []), [sending, held]);
}

/** Takes somebody off the list of matches at once, as the server has done; its new list comes later. */
export function useLeaveList(userId: string): () => void {
  const dispatch = useDispatch();
  return () =>
    void dispatch(
      api.util.updateQueryData('listMatches', undefined, (list) => {
        list.items = list.items.filter((match) => match.userId !== userId);
      }) as never,
    );
}
