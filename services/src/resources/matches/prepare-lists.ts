import { trusted } from 'mongoose';
import { todayAt } from '../profile/index';
import type { Deps } from '../resource';
import { listMatches } from './list-matches';
import { heldDays } from './match.model';

/** Who has not looked for longer, a term's break included, waits for a list to be made when they come back. */
const ACTIVE_DAYS = 60;
const DAY_MS = 86_400_000;
/** Requests come first: after each list, so many times as long as it took is left to them. */
const REST = 3;

/**
 * Makes today's lists for who looked in the last sixty days, the latest first and one after another, so that the first look of a day is
 * as quick as the next (100,000 lists: about four hours of the night);
 * answers how many. Lists made already, here or in another process, stay.
 */
export async function prepareLists(deps: Deps, isStopped: () => boolean = () => false): Promise<number> {
  const today = todayAt(deps);
  const since = new Date(Date.parse(today) - ACTIVE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const due = await heldDays(deps.db)
    .find({ day: trusted({ $gte: since, $lt: today }) }, { _id: 1 })
    .sort({ day: -1 })
    .lean<{ _id: string }[]>();
  let made = 0;
  for (const { _id } of due) {
    if (isStopped() || todayAt(deps) !== today) break;
    if (await heldDays(deps.db).exists({ _id, day: today })) continue;
    const started = performance.now();
    await listMatches(deps, _id);
    made++;
    const took = performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, took * REST).unref());
  }
  return made;
}
