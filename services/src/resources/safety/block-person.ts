import { endOpenOffersBetween } from '../offers/index';
import type { Deps } from '../resource';
import { whoNow } from './marks';
import { keepApart, type Act } from './pairs-apart';
import { beginUnit, endUnit, type Unit } from './unit-of-work';

/**
 * Blocks or reports a person and ends what is open between the two, with `also` in the same transaction. A person whose account was deleted is
 * the current account of the same mailbox.
 */
export async function blockPerson<T = void>(
  deps: Deps,
  act: Act & { readonly reason: 'block' | 'report' },
  also?: (unit: Unit) => Promise<T>,
): Promise<T> {
  const { now } = await whoNow(deps, act.about);
  const { result, unit } = await endOpenOffersBetween(deps, act.by, now, async (session) => {
    const begun = beginUnit(session);
    await keepApart(deps, act, session);
    return { result: (await also?.(begun)) as T, unit: begun };
  });
  await endUnit(unit);
  return result;
}
