import { fail } from '../errors';
import { rest } from '../storage/rest';

/** When a request must end, as `performance.now` counts; with `maxTimeMS` of the command. */
export type Deadline = number;

/** 50 once the deadline has passed. */
export function checkTime(deadline: Deadline): void {
  if (performance.now() > deadline) fail(50, 'operation exceeded time limit');
}

/** The items, and between them turns for other requests where there is a null; 50 after the deadline. */
export async function* inTurns<T>(steps: Iterable<T | null>, deadline: Deadline): AsyncGenerator<T> {
  for (const step of steps) {
    if (step !== null) {
      yield step;
      continue;
    }
    checkTime(deadline);
    await rest();
  }
  checkTime(deadline);
}
