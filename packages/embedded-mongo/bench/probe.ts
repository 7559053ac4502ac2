import { BSON } from 'bson';
import { ChangeFeed } from '../src/changes/feed';
import { Cursors } from '../src/commands/cursors';
import { dispatch } from '../src/commands/dispatch';
import type { ServerState } from '../src/commands/state';
import { Store } from '../src/catalog/store';
import { documentRange } from '../src/storage/keys';
import { OP_MSG, parseMessage } from '../src/wire/message';
import { encodeReply } from '../src/wire/reply';

// Opens a folder in a separate process; prints the time, the memory and the cost of a point read without a socket.
const [folder = '', sizeText = '0'] = process.argv.slice(2);
const size = Number(sizeText);
const TURNS = 4000;
const BATCH = 100;

const used = () => {
  global.gc?.();
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

function message(id: number): Buffer {
  const body = Buffer.from(
    BSON.serialize({ find: 'entries', filter: { _id: id }, limit: 1, singleBatch: true, $db: 'bench' }),
  );
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}

async function pointRead(state: ServerState, bytes: Buffer) {
  const asked = parseMessage(bytes);
  if (!asked) throw new Error('no message');
  const connection = { id: 1, host: '', access: { granted: true }, close: () => undefined };
  const request = {
    name: 'find',
    database: 'bench',
    command: asked.command,
    typed: asked.typed,
    connection,
    server: state,
  };
  const reply = encodeReply(await dispatch(request), { requestId: 1, responseTo: 1, legacy: false }, {});
  if (reply.length < 1900) throw new Error('the document was not found');
}

async function main() {
  const before = used();
  const started = performance.now();
  const startedCpu = process.cpuUsage();
  const store = await Store.open(folder);
  const startMs = performance.now() - started;
  const startCpu = process.cpuUsage(startedCpu);
  const memory = used() - before;
  const { rss } = process.memoryUsage();
  const state: ServerState = {
    store,
    cursors: new Cursors(),
    feed: new ChangeFeed(store),
    sessions: new Map(),
  };
  const batches: number[] = [];
  for (let turn = 0; turn < TURNS; turn += BATCH) {
    const messages = Array.from({ length: BATCH }, (_, at) => message(((turn + at) * 7919) % size));
    const from = process.cpuUsage();
    for (const one of messages) await pointRead(state, one);
    const { user, system } = process.cpuUsage(from);
    batches.push((user + system) / BATCH);
  }
  batches.sort((one, other) => one - other);
  const documents = store.catalogue.all().reduce((total, { id }) => {
    const { low, high } = documentRange(id);
    return total + store.count(low, high);
  }, 0);
  const bytes = store.catalogue.all().reduce((total, { id }) => {
    const stored = store.range(documentRange(id)).map(({ value }) => (value as Buffer).length);
    return stored.reduce((sum, one) => sum + one, total);
  }, 0);
  const readMicros = batches[Math.floor(batches.length / 2)];
  const startCpuMs = (startCpu.user + startCpu.system) / 1000;
  process.stdout.write(
    JSON.stringify({
      startMs,
      startCpuMs,
      memory,
      documents,
      bytes,
      readMicros,
      rss,
    }),
  );
  await store.close();
}

await main();
