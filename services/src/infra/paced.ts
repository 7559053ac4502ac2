/** Of each stretch of this thread's time, so much is worked and so much left to requests. */
const WORK_MS = 2;
const REST_MS = 3;

/** The same, one after the other, with pauses in which requests go first: for what reads everybody beside them. */
export async function* paced<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  let rested = performance.now();
  for await (const each of all) {
    yield each;
    if (performance.now() - rested < WORK_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    rested = performance.now();
  }
}
