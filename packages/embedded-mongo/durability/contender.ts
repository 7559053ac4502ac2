import { Store } from '../src/catalog/store';

/** A process that opens folders when it is told to, and says whether it became their owner. */
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

process.on('message', async ({ folder, at }: { folder?: string; at: number }) => {
  process.send?.(folder === undefined ? await close() : await open(folder, at));
});
