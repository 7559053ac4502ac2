import { Worker } from 'node:worker_threads';
import { assignLists } from './assign-lists';
import type { Job } from './job';
import { RowScorer } from './score-rows';
import type { EncodedList } from './types';
import { writeLists } from './write-lists';

/** One step of a round: of rows from `from` to before `to`, or of all. */
export type Step =
  | { readonly kind: 'score' | 'lists'; readonly from: number; readonly to: number }
  | { readonly kind: 'assign' };

export interface Done {
  readonly lists?: readonly EncodedList[];
  readonly pairs?: number;
}

/** Does the steps of a job, one after the other. */
export function stepper(job: Job): (step: Step) => Done {
  const scorer = new RowScorer(job);
  return (step) => {
    if (step.kind === 'assign') return { pairs: assignLists(job) };
    if (step.kind === 'lists') return { lists: writeLists(job, step.from, step.to) };
    scorer.score(step.from, step.to);
    return {};
  };
}

/** Somebody who does steps. */
export interface Hand {
  do(step: Step): Promise<Done>;
  end(): Promise<unknown>;
}

/** Does them in this thread; other work goes on between two steps. */
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

/** Does them in a thread of its own, which ends with `end`. */
export function threadHand(job: Job): Hand {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: job });
  let failed: Error | null = null;
  worker.once('error', (error: Error) => (failed = error));
  return {
    do: (step) =>
      new Promise((resolve, reject) => {
        if (failed) return void reject(failed);
        const settle = (act: () => void) => {
          worker.off('message', onMessage).off('error', onError).off('exit', onExit);
          act();
        };
        const onMessage = (done: Done) => settle(() => resolve(done));
        const onError = (error: Error) => settle(() => reject(error));
        const onExit = () => settle(() => reject(new Error('A thread of the round ended early.')));
        worker.once('message', onMessage).once('error', onError).once('exit', onExit);
        worker.postMessage(step, []);
      }),
    end: () => worker.terminate(),
  };
}
