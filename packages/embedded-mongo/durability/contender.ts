import { Store } from '../src/catalog/store';
import { rest } from '../src/storage/rest';
import { collectGarbage } from '../src/testing/garbage';

/** A process that opens folders on command, and reports whether it became their owner. */
let store: Store | undefined;

const isRefusal = (error: unknown) => error instanceof Error && error.message.includes('already in use');

async function open(folder: string, at: number) {
  // both processes begin in the same moment
  while (Date.now() < at);
  try {
    store = await Store.open(folder);
    return 'owner';
  } catch (error) {
    return isRefusal(error) ? 'refused' : String(error);
  }
}

async function close() {
  await store?.close();
  store = undefined;
  return 'closed';
}

/** Collects garbage, several times, because finalizers run between two collections. */
async function collect() {
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    await rest();
  }
  return 'collected';
}

interface Message {
  readonly folder?: string;
  readonly at: number | 'collect';
  /** Opens it with this process id, as a process of another container can have it. */
  readonly pid?: number;
}

process.on('message', async ({ folder, at, pid }: Message) => {
  if (pid) Object.defineProperty(process, 'pid', { value: pid });
  if (at === 'collect') process.send?.(await collect());
  else process.send?.(folder === undefined ? await close() : await open(folder, at));
});
