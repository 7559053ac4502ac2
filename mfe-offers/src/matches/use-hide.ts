import type { Match } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { holdAct, useHideMatchMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { failureText } from '../shared/failure';
import { useLeaveList } from '../shared/pending-acts';

/** The key of the pending action that hides somebody; it can be undone until it is sent. */
export const hideKey = ({ userId }: Match) => `hide:${userId}`;

/** 'Not for me': sent in five seconds, unless it is undone. */
export function useHide(match: Match): () => void {
  const { notify } = usePlatform();
  const [hide] = useHideMatchMutation();
  const leaveList = useLeaveList(match.userId);
  return () =>
    holdAct({
      key: hideKey(match),
      text: t('{name} is not suggested to you again', { name: match.name }),
      send: async () => {
        const answer = await hide({ userId: match.userId });
        if ('error' in answer) notify(failureText(answer.error), 'failure');
        else leaveList();
        return !('error' in answer);
      },
    });
}
