import { parentPort, workerData } from 'node:worker_threads';
import { stepper, type Step } from './crew';
import type { Job } from './job';

const take = stepper(workerData as Job);

parentPort!.on('message', (step: Step) => {
  const done = take(step);
  parentPort!.postMessage(
    done,
    (done.lists ?? []).map(({ bytes }) => bytes.buffer as ArrayBuffer),
  );
});
