import { availableParallelism } from 'node:os';
import { localHand, threadHand, type Done, type Hand } from './crew';
import { SHOWN, WIDTH } from './assign';
import { gini } from './gini';
import { jobOf, type Job } from './job';
import type { Snapshot } from './snapshot';
import type { RoundFigures, RoundOptions } from './types';

/** With fewer students, starting threads takes longer than the round. */
const WORTH_THREADS = 1000;
const SCORED_AT_ONCE = 64;
const WRITTEN_AT_ONCE = 16;

function figuresOf({ standing, load, lists, ids }: Job) {
  const loads: number[] = [];
  let short = 0;
  for (let row = 0; row < ids.length; row++) {
    if (standing.activity[row] === 0) continue;
    loads.push(load[row]!);
    if (lists.subarray(row * WIDTH, row * WIDTH + SHOWN).includes(-1)) short++;
  }
  return { students: ids.length, lists: ids.length, short, gini: gini(loads) };
}

/**
 * Makes the lists of a round from a snapshot, in worker threads. Rejects if `onLists` rejects, a thread fails or the signal aborts; the
 * lists delivered by then are incomplete.
 */
export async function makeRound(snapshot: Snapshot, options: RoundOptions): Promise<RoundFigures> {
  const { onLists, onProgress, signal } = options;
  const started = performance.now();
  const job = jobOf(snapshot, options);
  const threads = options.threads ?? (snapshot.size < WORTH_THREADS ? 0 : availableParallelism());
  const hands = threads === 0 ? [localHand(job)] : Array.from({ length: threads }, () => threadHand(job));
  /** Gives blocks of rows to the next free worker; the first error ends it. */
  const share = async (kind: 'score' | 'lists', atOnce: number, each?: (done: Done) => Promise<void>) => {
    let [next, finished] = [0, 0];
    const work = async (hand: Hand) => {
      while (next < snapshot.size) {
        signal?.throwIfAborted();
        const from = next;
        const to = (next = Math.min(snapshot.size, from + atOnce));
        const done = await hand.do({ kind, from, to });
        await each?.(done);
        onProgress?.(kind, (finished += to - from), snapshot.size);
      }
    };
    await Promise.all(hands.map(work));
  };
  try {
    await share('score', SCORED_AT_ONCE);
    signal?.throwIfAborted();
    const { pairs = 0 } = await hands[0]!.do({ kind: 'assign' });
    onProgress?.('assign', snapshot.size, snapshot.size);
    await share('lists', WRITTEN_AT_ONCE, ({ lists = [] }) => onLists(lists));
    return { ...figuresOf(job), pairs, milliseconds: performance.now() - started };
  } finally {
    await Promise.all(hands.map((hand) => hand.end()));
  }
}
