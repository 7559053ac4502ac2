import { ROUTES } from '@flint/contracts';
import type { Binder } from '../../../http/bind';
import { plainText } from '../../../infra/plain-text';
import { refuseUnfit } from '../../../http/refuse-unfit';
import type { Deps } from '../../resource';
import type { Reader } from '../viewer';
import { readDate, saveLine, sendSignal } from './your-date';

type WithCurrentOffer = <T>(deps: Deps, reader: Reader, work: () => Promise<T>) => Promise<T>;

/** Binds the routes of an agreed date; `withCurrentOffer` converts OfferChanged to a refusal with the current offer. */
export function bindYourDate(api: Binder, deps: Deps, withCurrentOffer: WithCurrentOffer): void {
  api.bind(ROUTES.readDate, ({ params, ...reader }) =>
    withCurrentOffer(deps, reader, () => readDate(deps, reader.actor.userId, params.id)),
  );
  api.bind(ROUTES.saveDateLine, ({ params, body, ...reader }) =>
    withCurrentOffer(deps, reader, () => {
      refuseUnfit({ '/line': body.line });
      return saveLine(deps, reader.actor.userId, params.id, (body.line && plainText(body.line)) || null);
    }),
  );
  api.bind(ROUTES.sendDateSignal, ({ params, body, ...reader }) =>
    withCurrentOffer(deps, reader, () => sendSignal(deps, reader.actor.userId, params.id, body.kind)),
  );
}
