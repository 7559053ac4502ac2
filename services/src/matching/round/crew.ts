import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { assignLists } from './assign-lists';
import type { Job } from './job';
import { rowScorer } from './score-rows';
import type { EncodedList } from './types';
import { writeLists } from './write-lists';

/** One step of a round, for the rows from `from` to before `to`, or for all. */
export type Step =
  | { readonly kind: 'score' | 'lists'; readonly from: number; readonly to: number }
  | { readonly kind: 'assign' };

export interface Done {
  readonly lists?: readonly EncodedList[];
  readonly pairs?: number;
}

/** Returns a function that runs the steps of a job. */
export function stepper(job: Job): (step: Step) => Done {
  const score = rowScorer(job);
  return (step) => {
    if (step.kind === 'assign') return { pairs: assignLists(job) };
    if (step.kind === 'lists') return { lists: writeLists(job, step.from, step.to) };
    score(step.from, step.to);
    return {};
  };
}

/** Runs steps, in this thread or another. */
export interface Hand {
  do(step: Step): Promise<Done>;
  end(): Promise<unknown>;
}

/** Runs steps in this thread; other work runs between two steps. */
export function localHand(job: Job): Hand {
  const take = stepper(job);
  return {
    async do(step) {
      await new Promise((resolve) => setImmediate(resolve));
      return take(step);
    },
    end: () => Promise.resolve(),
  };
}

/** Runs steps in a worker thread; `end` stops it. */
export function threadHand(job: Job): Hand {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: job });
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('A thread of the round ended early.')));
  });
  // the next step reports it
  ended.catch(() => undefined);
  return {
    async do(step) {
      const answer = once(worker, 'message') as Promise<[Done]>;
      worker.postMessage(step, []);
      const [done] = await Promise.race([answer, ended]);
      return done;
    },
    end: () => worker.terminate(),
  };
}
