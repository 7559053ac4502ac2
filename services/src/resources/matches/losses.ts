import { offerPartners, type Partners } from '../offers/index';
import type { Deps } from '../resource';
import { blockedIds, hiddenFrom } from '../safety/index';
import { hides, type HideDocument } from './match.model';

/** People to leave out of any list of this student; read at the same time as the mark and the round. */
export async function readLosses(
  deps: Deps,
  userId: string,
  partners: Partners | Promise<Partners> = offerPartners(deps, userId),
) {
  const [blocked, { open, declined, met }, hidden] = await Promise.all([
    blockedIds(deps, userId),
    partners,
    hides(deps.db).find({ userId }).lean<HideDocument[]>(),
  ]);
  const lost = [...blocked, ...open, ...declined, ...hidden.map(({ hiddenId }) => hiddenId), userId];
  return { lost, met };
}

export type Losses = Awaited<ReturnType<typeof readLosses>>;

/** People who must no longer appear on a list whose snapshot was taken at `since`. */
export async function lostFrom(
  deps: Deps,
  { lost, met }: Losses,
  mark: string,
  since: Date,
): Promise<ReadonlySet<string>> {
  // for earlier dates, the round has decided whether both said 'again'
  const lately = [...met].flatMap(([id, at]) => (at > since ? [id] : []));
  return new Set([...lost, ...lately, ...(await hiddenFrom(deps, mark))]);
}
