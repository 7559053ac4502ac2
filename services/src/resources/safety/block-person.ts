import type { Catalogue } from '@flint/texts/catalogue';
import { endOpenOffersBetween } from '../offers/index';
import { personOf } from '../profile/index';
import type { Deps } from '../resource';
import { keepApart, type Act } from './pairs-apart';
import { beginUnit, endUnit, type Unit } from './unit-of-work';

interface Cut extends Omit<Act, 'name'> {
  readonly reason: 'block' | 'report';
}

/**
 * Blocks or reports a person and ends what is open between the two, with `also` in the same transaction. What is open with a later account of the
 * mailbox stays, and its name is not stored: the student, who names the earlier one, must not learn that the two are one person.
 */
export async function blockPerson<T = void>(
  deps: Deps,
  texts: Catalogue,
  act: Cut,
  also?: (unit: Unit) => Promise<T>,
): Promise<T> {
  const name = (await personOf(deps, [act.about], texts)).get(act.about)?.name ?? '';
  const { result, unit } = await endOpenOffersBetween(deps, act.by, act.about, async (session) => {
    const begun = beginUnit(session);
    await keepApart(deps, { ...act, name }, session);
    return { result: (await also?.(begun)) as T, unit: begun };
  });
  await endUnit(unit);
  return result;
}
