import { availableParallelism } from 'node:os';
import { localHand, threadHand, type Done, type Hand } from './crew';
import { SHOWN, WIDTH } from './assign';
import { gini } from './gini';
import { jobOf, type Job } from './job';
import type { Snapshot } from './snapshot';
import type { RoundFigures, RoundOptions, RoundStage } from './types';

/** Below this many students a thread takes longer to start than the round to make. */
const WORTH_THREADS = 1000;
const SCORED_AT_ONCE = 64;
const WRITTEN_AT_ONCE = 16;

/** Gives blocks of rows to whoever is free; the first error ends it. */
async function share(
  hands: readonly Hand[],
  size: number,
  {
    kind,
    atOnce,
    each,
  }: { kind: 'score' | 'lists'; atOnce: number; each: (done: Done, rows: number) => Promise<void> | void },
  signal: AbortSignal | undefined,
): Promise<void> {
  let next = 0;
  await Promise.all(
    hands.map(async (hand) => {
      while (next < size) {
        signal?.throwIfAborted();
        const from = next;
        next = Math.min(size, from + atOnce);
        const to = next;
        await each(await hand.do({ kind, from, to }), to - from);
      }
    }),
  );
}

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
 * Makes the lists of a round from a snapshot alone, in worker threads. Rejects when `onLists` does, when a thread fails or when the signal
 * is raised; lists that were handed over by then are not all.
 */
export async function makeRound(snapshot: Snapshot, options: RoundOptions): Promise<RoundFigures> {
  const { onLists, onProgress, signal } = options;
  const started = performance.now();
  const job = jobOf(snapshot, options);
  const threads = options.threads ?? (snapshot.size < WORTH_THREADS ? 0 : availableParallelism());
  const hands = threads === 0 ? [localHand(job)] : Array.from({ length: threads }, () => threadHand(job));
  const counter = (stage: RoundStage) => {
    let done = 0;
    return (rows: number) => onProgress?.(stage, (done += rows), snapshot.size);
  };
  try {
    const scored = counter('score');
    await share(
      hands,
      snapshot.size,
      { kind: 'score', atOnce: SCORED_AT_ONCE, each: (_, rows) => scored(rows) },
      signal,
    );
    signal?.throwIfAborted();
    const { pairs = 0 } = await hands[0]!.do({ kind: 'assign' });
    counter('assign')(snapshot.size);
    const written = counter('lists');
    await share(
      hands,
      snapshot.size,
      {
        kind: 'lists',
        atOnce: WRITTEN_AT_ONCE,
        async each({ lists = [] }, rows) {
          await onLists(lists);
          written(rows);
        },
      },
      signal,
    );
    return { ...figuresOf(job), pairs, milliseconds: performance.now() - started };
  } finally {
    await Promise.all(hands.map((hand) => hand.end()));
  }
}
