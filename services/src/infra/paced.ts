/** Length of one period of work before requests get their turn. */
const WORK_MS = 2;
const REST_MS = 3;
/** Documents read at once; a larger batch would block requests in the database and in this thread for longer. */
const READ_AT_ONCE = 20;

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The same elements, with pauses in which requests run; for jobs that read every student. */
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

/** Every document of a query, in small batches with such pauses. */
export const readPaced = <T>(query: Readable): AsyncGenerator<T> =>
  paced(query.lean().cursor({ batchSize: READ_AT_ONCE }) as AsyncIterable<T>);

/** Runs jobs one after another and rests after each for as long as it took, so that the database can serve others. */
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
