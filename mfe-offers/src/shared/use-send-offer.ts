import type { BodyOf, Match, ROUTES } from '@flint/contracts';
import { randomKey } from '@flint/contracts/random-key';
import { usePlatform } from '@flint/remote-kit';
import { holdAct, serverNow, useCreateOfferMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { recordAlertMoment } from '../alerts/alert-moment';
import { dayAndTime } from './dates';
import { failureText } from './failure';
import { useLeaveList, usePendingKeys } from './pending-acts';

type NewOffer = Omit<BodyOf<typeof ROUTES.createOffer>, 'toUserId'>;

/** A form that closed when its action was held. */
export interface ClosedForm {
  readonly onSent: () => void;
  /** Opens it as it was, after Undo (null) or with the reason of a refusal; returns whether it is open. */
  readonly reopen: (problem: string | null) => boolean;
}

/** The same content has the same idempotency key: a retry after a lost answer makes no second offer. */
let last = { words: '', key: '' };

function keyFor(body: object): string {
  const words = JSON.stringify(body);
  if (last.words !== words) last = { words, key: randomKey() };
  return last.key;
}

/** What the keys of held offers to a student begin with; the shell reads it, too. */
export const heldOfferTo = (userId: string) => `plan:${userId}:`;

/** Sends an offer, a ready plan or the sheet's, after five seconds, unless it is undone. */
export function useSendOffer({ userId, name }: Match) {
  const { notify } = usePlatform();
  const [create] = useCreateOfferMutation();
  const leaveList = useLeaveList(userId);
  const pending = usePendingKeys();
  const keyOf = (planId = '') => heldOfferTo(userId) + planId;
  return {
    isSending: pending.some((key) => key.startsWith(keyOf())),
    sends: (planId: string) => pending.includes(keyOf(planId)),
    send: (offer: NewOffer, place: string, form?: ClosedForm) => {
      const body = { toUserId: userId, ...offer };
      holdAct({
        key: keyOf(offer.planId),
        text: t('Sending to {name}: {time}, {place}', {
          name,
          time: dayAndTime(offer.proposedDate, serverNow()),
          place,
        }),
        send: async () => {
          const answer = await create({ idempotencyKey: keyFor(body), body });
          if ('error' in answer) {
            const problem = failureText(answer.error);
            if (!form?.reopen(problem)) notify(problem, 'failure');
            return false;
          }
          last = { words: '', key: '' };
          leaveList();
          form?.onSent();
          recordAlertMoment();
          notify(t('Your offer is on its way to {name}.', { name }), 'success');
          return true;
        },
        undo: () => void form?.reopen(null),
      });
    },
  };
}
