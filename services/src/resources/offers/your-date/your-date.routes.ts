import { ROUTES } from '@flint/contracts';
import type { Binder } from '../../../http/bind';
import type { Actor } from '../../../http/session';
import { plainText } from '../../../infra/plain-text';
import { refuseUnfit } from '../../../http/refuse-unfit';
import type { Deps } from '../../resource';
import { isAlertable, queueAlert } from '../../alerts/index';
import { otherSide, userAt } from '../thread';
import { readDate, saveLine, sendSignal } from './your-date';

type WithCurrentOffer = <T>(deps: Deps, actor: Actor, work: () => Promise<T>) => Promise<T>;

/** Binds the routes of an agreed date; `withCurrentOffer` converts OfferChanged to a refusal with the current offer. */
export function bindYourDate(api: Binder, deps: Deps, withCurrentOffer: WithCurrentOffer): void {
  api.bind(ROUTES.readDate, ({ actor, params }) =>
    withCurrentOffer(deps, actor, () => readDate(deps, actor.userId, params.id)),
  );
  api.bind(ROUTES.saveDateLine, ({ actor, params, body }) =>
    withCurrentOffer(deps, actor, () => {
      refuseUnfit({ '/line': body.line });
      return saveLine(deps, actor.userId, params.id, (body.line && plainText(body.line)) || null);
    }),
  );
  api.bind(ROUTES.sendDateSignal, ({ actor, params, body }) =>
    withCurrentOffer(deps, actor, async () => {
      const { date, isNew, found } = await sendSignal(deps, actor.userId, params.id, body.kind);
      const to = userAt(found.thread, otherSide(found.side));
      if (isNew && to && (await isAlertable(deps, to)))
        await queueAlert(deps, { to, what: body.kind, offerId: params.id, about: actor.userId });
      return date;
    }),
  );
}
