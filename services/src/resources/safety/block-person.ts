import type { Catalogue } from '@flint/texts/catalogue';
import { endOpenOffersBetween } from '../offers/index';
import { personOf } from '../profile/index';
import type { Deps } from '../resource';
import { whoNow } from './marks';
import { keepApart, type Act } from './pairs-apart';
import { beginUnit, endUnit, type Unit } from './unit-of-work';

interface Cut extends Omit<Act, 'name'> {
  readonly reason: 'block' | 'report';
}

/**
 * Blocks or reports a person and ends what is open between the two, with `also` in the same transaction. A person whose account was deleted is
 * the current account of the same mailbox, and is not named to the student, who names the earlier one.
 */
export async function blockPerson<T = void>(
  deps: Deps,
  texts: Catalogue,
  act: Cut,
  also?: (unit: Unit) => Promise<T>,
): Promise<T> {
  const { now } = await whoNow(deps, act.about);
  const person = (await personOf(deps, [now], texts)).get(now);
  const name = now === act.about ? (person?.name ?? '') : null;
  const { result, unit } = await endOpenOffersBetween(deps, act.by, now, async (session) => {
    const begun = beginUnit(session);
    await keepApart(deps, { ...act, name }, session);
    return { result: (await also?.(begun)) as T, unit: begun };
  });
  await endUnit(unit);
  return result;
}
