import { DAY_MS } from '@flint/contracts/time';
import { every } from '../infra/every';
import { openJournal } from '../infra/journal';
import type { Resource } from './resource';

const SHIP_MS = 30_000;

/** Moves acts that wait in the database into the journal, and deletes old ones. */
export const journal: Resource = {
  name: 'journal',
  start(deps) {
    const opened = openJournal(deps);
    const report = (error: unknown) => deps.log.warn({ err: error }, 'the journal of protective acts');
    const stops = [
      every(SHIP_MS, () => opened.ship(), report, { now: true }),
      every(DAY_MS, () => opened.dropOld(), report, { now: true }),
    ];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
};
