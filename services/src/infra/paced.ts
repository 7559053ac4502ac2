/** Of each stretch of this thread's time, so much is worked and so much left to requests. */
const WORK_MS = 2;
const REST_MS = 3;
/** Documents read at once: a larger batch keeps the database, and this thread, from requests for as long as it takes. */
const READ_AT_ONCE = 20;

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The same, one after the other, with pauses in which requests go first: for what reads everybody beside them. */
export async function* paced<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  let rested = performance.now();
  for await (const each of all) {
    yield each;
    if (performance.now() - rested < WORK_MS) continue;
    await rest(REST_MS);
    rested = performance.now();
  }
}

interface Readable {
  lean(): { cursor(options: { readonly batchSize: number }): unknown };
}

/** Every document a query finds, a few at a time and with such pauses. */
export const readPaced = <T>(query: Readable): AsyncGenerator<T> =>
  paced(query.lean().cursor({ batchSize: READ_AT_ONCE }) as AsyncIterable<T>);

/** Does what it is given one after the other, and rests after each for as long as that took: the database is free for others in between. */
export function createTurns(): (work: () => Promise<unknown>) => Promise<void> {
  let last = Promise.resolve();
  const take = async (before: Promise<void>, work: () => Promise<unknown>) => {
    await before;
    const begun = performance.now();
    await work();
    await rest(performance.now() - begun);
  };
  return (work) => (last = take(last, work));
}
