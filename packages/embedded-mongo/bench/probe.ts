import { BSON } from 'bson';
import { Cursors } from '../src/commands/cursors';
import { dispatch } from '../src/commands/dispatch';
import type { ServerState } from '../src/commands/state';
import { Store } from '../src/catalog/store';
import { OP_MSG, parseMessage } from '../src/wire/message';
import { encodeReply } from '../src/wire/reply';

// Opens a folder in a process of its own and prints what that took, what it holds in memory and what a point read costs without a socket.
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

async function pointRead(state: ServerState, id: number) {
  const asked = parseMessage(message(id));
  if (!asked) throw new Error('no message');
  const connection = { id: 1, close: () => undefined };
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
  const store = new Store(folder);
  const startMs = performance.now() - started;
  const memory = used() - before;
  const state: ServerState = {
    host: '',
    store,
    cursors: new Cursors(),
    sessions: new Map(),
    counters: {},
    started: 0,
    connections: () => 0,
  };
  const batches: number[] = [];
  for (let turn = 0; turn < TURNS; turn += BATCH) {
    const from = performance.now();
    for (let at = turn; at < turn + BATCH; at++) await pointRead(state, (at * 7919) % size);
    batches.push((performance.now() - from) / BATCH);
  }
  batches.sort((one, other) => one - other);
  const { documents, bytes } = store.engine.totals;
  const readMs = batches[Math.floor(batches.length / 2)];
  process.stdout.write(
    JSON.stringify({ startMs, memory, documents, bytes, readMs, rss: process.memoryUsage().rss }),
  );
  await store.close();
}

await main();
