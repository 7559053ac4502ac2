import type { Match, Plan } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { holdAct, useCreateOfferMutation, useHeldAct } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { recordAlertMoment } from '../alerts/alert-moment';
import { dayAndTime } from '../shared/dates';
import { failureText } from '../shared/failure';
import { randomKey } from '../shared/random-key';

/** Sends a ready plan after five seconds, unless it is undone; `sending` is the plan that waits. */
export function useSendPlan({ userId, name }: Match) {
  const { notify } = usePlatform();
  const [create] = useCreateOfferMutation();
  const held = useHeldAct();
  const keyOf = ({ id }: Plan) => `plan:${userId}:${id}`;
  return {
    isSending: held?.key.startsWith(`plan:${userId}:`) ?? false,
    sends: (plan: Plan) => held?.key === keyOf(plan),
    send: (plan: Plan) => {
      // one idempotency key per tap: a retry after a lost answer makes no second offer
      const idempotencyKey = randomKey();
      const { id: planId, time, activity, location, placeId, place } = plan;
      const body = { toUserId: userId, proposedDate: time, activity, location, placeId, planId };
      holdAct({
        key: keyOf(plan),
        text: t('Sending to {name}: {time}, {place}', { name, time: dayAndTime(time), place }),
        send: async () => {
          const answer = await create({ idempotencyKey, body });
          if ('error' in answer) return notify(failureText(answer.error), 'failure');
          recordAlertMoment();
          notify(t('Your offer is on its way to {name}.', { name }), 'success');
        },
      });
    },
  };
}
