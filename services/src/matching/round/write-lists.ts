import { eligibleRows } from '../packed/hard-filter';
import { ENOUGH, fewCode } from '../why-few';
import { SHOWN, WIDTH } from './assign';
import { entriesFor } from './entries';
import { ymdOf } from './frame';
import type { Job } from './job';
import { encodeList } from './list-codec';
import type { EncodedList } from './types';

function fewFor({ tables, ids, frame, eligible }: Job, viewer: number) {
  if (eligible[viewer]! >= ENOUGH) return null;
  const scan = { todayYmd: ymdOf(frame), rows: new Uint32Array(ids.length) };
  const { lost } = eligibleRows(tables, viewer, scan);
  return fewCode(eligible[viewer]!, lost, [tables.ageMin[viewer]!, tables.ageMax[viewer]!]);
}

/** The lists of an assigned job, for the rows from `from` to before `to`. */
export function writeLists(job: Job, from: number, to: number): EncodedList[] {
  const lists: EncodedList[] = [];
  for (let viewer = from; viewer < to; viewer++) {
    const bands = { great: job.great[viewer]!, good: job.good[viewer]! };
    const part = (start: number, end: number) =>
      job.lists.subarray(viewer * WIDTH + start, viewer * WIDTH + end).filter((row) => row >= 0);
    const [first, rest] = [part(0, SHOWN), part(SHOWN, WIDTH)];
    const entries = entriesFor(job, viewer, bands, Uint32Array.of(...first, ...rest));
    const [shown, reserve] = [entries.slice(0, first.length), entries.slice(first.length)];
    lists.push(encodeList({ id: job.ids[viewer]!, shown, reserve, few: fewFor(job, viewer) }));
  }
  return lists;
}
