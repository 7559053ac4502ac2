import { offerPartners } from '../offers/index';
import type { Deps } from '../resource';
import { leftOutFor } from '../safety/index';

/** People to leave out of any list of this student because of offers; read at the same time as the mark and the round. */
export async function readLosses(deps: Deps, userId: string) {
  const { open, met, calledOff } = await offerPartners(deps, userId);
  return { lost: [...open, userId], met, calledOff };
}

export type Losses = Awaited<ReturnType<typeof readLosses>>;

/** Whether somebody, by account and mark, must no longer appear on a list whose snapshot was taken at `since`. */
export async function lostFrom(
  deps: Deps,
  { lost, met }: Losses,
  mark: string,
  since: Date,
): Promise<(userId: string, mark: string) => boolean> {
  // for earlier dates, the round has decided whether both said 'again'
  const lately = [...met].flatMap(([id, at]) => (at > since ? [id] : []));
  const ids = new Set([...lost, ...lately]);
  const marks = await leftOutFor(deps, mark, since);
  return (id, other) => ids.has(id) || marks.has(other);
}
